"""What the name of a field says of its value."""

import pytest

from triage.redaction.keys import is_id_key, is_secret_key

SECRETS = (
    *("authorization", "Authorization", "Proxy-Authorization", "api_key", "apiKey", "OPENAI_API_KEY", "x-api-key"),
    *("openaiapikey", "token", "access_token", "authToken", "refresh-token", "password", "dbPassword", "PGPASSWORD"),
    *("password2", "cookie", "cookies", "Set-Cookie", "secret", "client_secret", "secrets", "aws_secret_access_key"),
    *("aws_access_key_id", "AccountKey", "private_key", "credentials", "passphrase", "contraseña", "пароль", "密码"),
    *("spring.datasource.password", "langfuse_secret_key"),
)
IDS = (
    *("id", "case_id", "doc_id", "chunk_id", "claim_id", "required_claim_ids", "run_id", "session_id", "caseId"),
    *("input_sha256", "sha", "answer_digest", "trace-id", "contract_version", "version", "etag", "tokenizer_version"),
    *("config_hash", "secret_id", "token_id", "session_id_2"),
)
NEITHER = (
    *("", "_", "tokens", "token_usage", "max_tokens", "token_count", "token-count-9", "prompt_tokens", "eos_token"),
    *("next_page_token", "stop_token", "password_policy", "password_length", "secretary", "cookie_count", "key"),
    *(
        "primary_key",
        "cache_key",
        "reason",
        "question",
        "answer",
        "status",
        "valid",
        "width",
        "grid",
        "android",
        "keys",
    ),
    *("tokenizer", "author", "authority"),
)


@pytest.mark.parametrize("key", SECRETS)
def test_keys_of_credentials(key: str) -> None:
    assert is_secret_key(key) and not is_id_key(key)


@pytest.mark.parametrize("key", IDS)
def test_keys_of_ids(key: str) -> None:
    assert is_id_key(key) and not is_secret_key(key)


@pytest.mark.parametrize("key", NEITHER)
def test_other_keys(key: str) -> None:
    assert not is_secret_key(key) and not is_id_key(key)


def test_only_the_end_of_an_endless_key_is_read() -> None:
    assert is_secret_key("x_" * 100_000 + "api_key")
