"""What Ragas 0.4.3 really does; docs/ragas.md lists each of these beside what its documentation says."""

import asyncio
import json
import re
import subprocess
import sys
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import Field

from triage.metrics.ragas_metrics import import_ragas

ragas = import_ragas()


@pytest.fixture
def echo() -> Any:
    """A metric that returns its one argument, whatever it is."""
    return ragas.numeric_metric(name="echo")(lambda x: x)


def test_these_statements_are_about_this_version() -> None:
    assert version("ragas") == "0.4.3"


def test_a_direct_call_returns_the_plain_value_unchecked(echo: Any) -> None:
    assert echo(1.2) == 1.2
    assert not hasattr(echo(0.5), "value")
    with pytest.raises(ZeroDivisionError):
        ragas.numeric_metric(name="m")(lambda x: 1 / x)(0)


def test_an_exception_inside_becomes_a_value_none() -> None:
    for error in (KeyError("k"), TypeError("inner"), ValueError("why")):

        def fail(x: float, error: Exception = error) -> float:
            raise error

        result = ragas.numeric_metric(name="m")(fail).score(x=1.0)
        assert (result.value, result.reason) == (None, f"Error executing metric m: {error}")


def test_a_returned_none_loses_its_reason() -> None:
    result = ragas.numeric_metric(name="m")(lambda x: ragas.MetricResult(value=None, reason="ours")).score(x=1)
    assert (result.value, result.reason) == (None, "Metric m returned 'None' but expected a numeric value")


def test_a_rejected_value_loses_its_reason() -> None:
    result = ragas.numeric_metric(name="m")(lambda x: ragas.MetricResult(value=x, reason="ours")).score(x=1.2)
    assert (result.value, "ours" in result.reason) == (None, False)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "0.5", Decimal("0.5"), None])
def test_the_numeric_validator_rejects(value: object, echo: Any) -> None:
    assert echo.score(x=value).value is None


def test_the_numeric_validator_takes_a_boolean_for_a_number(echo: Any) -> None:
    assert echo.score(x=True).value is True


def test_the_ranking_validator_checks_the_length_alone() -> None:
    metric = ragas.ranking_metric(name="order", allowed_values=3)(lambda x: x)
    for value in (["a", "a", "a"], ["a", None, 7], ["not", "a", "candidate"]):
        assert metric.score(x=value).value == value
    assert metric.score(x=["a", "b"]).value is None
    assert metric.score(x=("a", "b", "c")).value is None


def test_the_ranking_length_defaults_to_two_whatever_is_given() -> None:
    metric = ragas.ranking_metric(name="order")(lambda x: x)
    assert metric.score(x=["a", "b"]).value == ["a", "b"]
    assert metric.score(x=["a", "b", "c"]).value is None


def test_allowed_values_decide_the_kind_of_metric_and_not_the_decorator() -> None:
    whole = ragas.numeric_metric(name="m", allowed_values=3)(lambda x: x)
    listed = ragas.numeric_metric(name="m", allowed_values=[0.0, 1.0])(lambda x: x)
    assert repr(whole) == "m(x) -> RankingMetric[3]"
    assert whole.score(x=1.0).value is None
    assert listed.score(x=0.5).value is None
    assert ragas.ranking_metric(name="m", allowed_values=True)(lambda x: x).score(x=["a"]).value == ["a"]


def test_a_range_means_membership_of_whole_numbers() -> None:
    metric = ragas.numeric_metric(name="m", allowed_values=range(0, 5))(lambda x: x)
    assert metric.score(x=2).value == 2
    assert metric.score(x=2.5).value is None
    assert metric.score(x=5).value is None


def test_an_unknown_argument_is_dropped_with_a_warning(echo: Any) -> None:
    with pytest.warns(UserWarning, match="unknown arguments: y"):
        assert echo.score(x=0.5, y="typing error").value == 0.5


def test_positional_arguments_are_a_type_error(echo: Any) -> None:
    with pytest.raises(TypeError, match="requires keyword arguments"):
        echo.score(0.5)


def test_arguments_are_converted_before_the_function_sees_them() -> None:
    seen: list[object] = []

    def keep(x: float, ids: list[str]) -> float:
        seen.append((x, ids))
        return 0.5

    ragas.numeric_metric(name="m")(keep).score(x="0.25", ids=(one for one in (b"a", "b")))
    assert seen == [(0.25, ["a", "b"])]


def test_constraints_in_annotations_are_ignored() -> None:
    def keep(x: Annotated[float, Field(gt=0)]) -> float:
        return 0.5

    assert ragas.numeric_metric(name="m")(keep).score(x=-1.0).value == 0.5


def test_an_optional_written_with_a_bar_is_required() -> None:
    def barred(x: float | None) -> float:
        return 0.0 if x is None else x

    with pytest.raises(TypeError, match="x: Field required"):
        ragas.numeric_metric(name="m")(barred).score()


def test_an_argument_with_an_underscore_never_arrives() -> None:
    metric = ragas.numeric_metric(name="m")(lambda _x: 0.5)
    with pytest.warns(UserWarning, match="unknown arguments: _x"):
        assert "missing 1 required positional argument" in metric.score(_x=1.0).reason


def test_validated_data_lives_on_the_shared_instance(echo: Any) -> None:
    echo.score(x=0.25)
    assert echo._validated_data == {"x": 0.25}
    validate = echo._validate_inputs

    def overtaken(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        validate(args, kwargs)
        validate((), {"x": 0.75})

    # Another thread that validates between this call's validation and its execution.
    echo._validate_inputs = overtaken
    assert echo.score(x=0.25).value == 0.75


def test_one_bad_input_loses_the_whole_batch(echo: Any) -> None:
    assert [one.value for one in echo.batch_score([{"x": 0.1}, {"x": 7.0}])] == [0.1, None]
    with pytest.raises(TypeError, match="x: Field required"):
        echo.batch_score([{"x": 0.1}, {}])


def test_a_result_is_not_quite_its_value() -> None:
    result = ragas.MetricResult(value=0.5, reason="why")
    assert result == 0.5
    assert result.to_dict() == {"result": 0.5, "reason": "why"}
    with pytest.raises(TypeError, match="no len"):
        bool(result)
    with pytest.raises(TypeError, match="not JSON serializable"):
        json.dumps(result)
    with pytest.raises(TypeError, match="unhashable"):
        hash(result)


def test_a_decorated_metric_cannot_be_saved(echo: Any) -> None:
    assert not hasattr(echo, "save")
    assert not hasattr(echo, "load")
    assert not isinstance(echo, ragas.NumericMetric)


def test_scoring_inside_a_running_loop_patches_asyncio_for_the_whole_process() -> None:
    script = """
import asyncio
from triage.metrics.ragas_metrics import coverage_metric
metric = coverage_metric()
async def inside():
    metric.score(required_claim_ids=["a"], supported_claim_ids=["a"])
print(asyncio.run.__module__)
asyncio.run(inside())
print(asyncio.run.__module__)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["asyncio.runners", "nest_asyncio"]


def test_ascore_works_in_a_running_loop(echo: Any) -> None:
    async def inside() -> object:
        return (await echo.ascore(x=0.5)).value

    assert asyncio.run(inside()) == 0.5


def test_the_locked_instructor_serves_judge_models_too() -> None:
    import instructor

    assert tuple(int(part) for part in version("instructor").split(".")[:2]) >= (1, 10)
    assert hasattr(instructor, "from_openai")


def test_the_import_needs_an_older_langchain_community() -> None:
    assert tuple(int(part) for part in version("langchain-community").split(".")[:3]) < (0, 4, 2)
    assert "langchain_community.chat_models.vertexai" in sys.modules


def test_tracking_is_off_before_the_first_event() -> None:
    from ragas._analytics import do_not_track

    assert do_not_track() is True


def test_the_page_names_every_test_here_and_no_other() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "ragas.md").read_text("utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    here = {name for name in globals() if name.startswith("test_")}
    assert named == here - {"test_the_page_names_every_test_here_and_no_other"}
