"""The API does what its OpenAPI document says, whatever is asked: schemathesis asks a running server."""

import pytest
import schemathesis
from hypothesis import Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance


@pytest.mark.parametrize("mode", GenerationMode)
def test_every_answer_is_one_that_is_described(pages: str, mode: GenerationMode) -> None:
    described = schemathesis.openapi.from_url(f"{pages}/api/openapi.json")
    operations = [each.ok() for each in described.get_all_operations()]
    assert len(operations) == 11
    for operation in operations:
        if mode is GenerationMode.NEGATIVE and not (operation.query or operation.path_parameters):
            continue  # nothing can be wrong there

        @given(operation.as_strategy(generation_mode=mode))
        @settings(max_examples=6, deadline=None, database=None, derandomize=True, phases=[Phase.generate])
        def check(case: Case) -> None:
            # A name or a date of the right shape may still mean nothing.
            case.call_and_validate(excluded_checks=[positive_data_acceptance])

        check()
