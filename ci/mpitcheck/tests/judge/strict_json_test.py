# SPDX-License-Identifier: BSD-3-Clause
"""JSON among other things that a program prints."""
import pytest

from mpitcheck.judge import strict_json


@pytest.mark.parametrize(
    "text, wanted",
    [
        ('{\n "a": [\n  1\n ]\n}\n', {"a": [1]}),
        ('[error] ====\nup{\n "a": 1\n}\n[error] down\n', {"a": 1}),
        ('banner\n[\n {\n  "a": 1\n }\n]\n', [{"a": 1}]),
        ('{"a": 1}', {"a": 1}),
        ("[]\n", []),
    ],
    ids=repr,
)
def test_json_is_found_in_the_output_of_a_library(text, wanted):
    assert strict_json.parse(strict_json.printed(text).encode()) == wanted


def test_output_without_json_is_refused():
    with pytest.raises(ValueError):
        strict_json.parse(strict_json.printed("[error] ====\n").encode())
