"""Words of failed evaluations, as several tools write them."""

CALL_ERRORS = (
    "TypeError: CoverageMetric.score() missing 1 required keyword-only argument: 'supported'",
    "TypeError: score() got an unexpected keyword argument 'answer'",
    "1 validation error for Sample\nresponse\n  Field required [type=missing]",
    "ValidationError: 2 validation errors for Input; claims: Input should be a valid list",
)
EXECUTION_ERRORS = (
    "ZeroDivisionError: division by zero",
    "IndexError: list index out of range",
    "AttributeError: 'NoneType' object has no attribute 'strip'",
    "RuntimeError: the embedding has 0 dimensions",
    "ValueError: could not convert string to float: 'high'",
)
OUTAGES = (
    "RateLimitError: Error code: 429 - too many requests for this deployment",
    "ReadTimeout: the judge did not answer within 60 s",
    "APIConnectionError: Connection error.",
    "InternalServerError: Error code: 503 - the model is overloaded",
    "AuthenticationError: Error code: 401 - invalid api key",
    "insufficient_quota: the monthly budget of this project is used up",
    "Request timed out.",
    "HTTP 502 from the model endpoint",
)
PARSE_ERRORS = (
    "JSON: Expecting ',' delimiter: line 1 column 88",
    "could not parse line: unterminated string",
    "line is not a JSON object",
)
