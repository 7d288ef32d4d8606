# SPDX-License-Identifier: BSD-3-Clause
"""Writes and reads the report of mpitcheck bench, JSON that conforms to bench.schema.json."""
import json
import math
from typing import Any

from mpitcheck.bench.figures import load_json, series_of, summary
from mpitcheck.bench.shapes import Report
from mpitcheck.judge.data import JsonObject
from mpitcheck.process.error import UserError
from mpitcheck.process.files import asset, read_input
from mpitcheck.report.text import replaced


class Unusable(ValueError):
    """A text is not the output of mpitcheck bench --json; the message names the place."""


TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def fits(value: object, rule: JsonObject) -> bool:
    """Whether a value itself fits the schema's rule. Booleans are not numbers."""
    kinds = rule.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    fitting = [
        kind
        for kind in kinds
        if isinstance(value, TYPES[kind]) and isinstance(value, bool) == (kind == "boolean")
    ]
    return bool(
        (fitting or not kinds)
        and value in rule.get("enum", [value])
        and value == rule.get("const", value)
        and (
            not isinstance(value, (int, float))
            or rule.get("exclusiveMinimum", -math.inf) < value < math.inf
        )
        and (not isinstance(value, (int, float)) or rule.get("minimum", value) <= value)
        and (not isinstance(value, list) or len(value) >= rule.get("minItems", 0))
    )


def check(value: object, rule: JsonObject, definitions: JsonObject, place: str = "") -> None:
    """Checks a value against a rule of the schema.

    Supports the parts of JSON Schema that bench.schema.json uses. Raises Unusable with the place.
    """
    rule = definitions[rule["$ref"].rpartition("/")[2]] if "$ref" in rule else rule
    # The first alternative is null.
    rule = rule["anyOf"][value is not None] if "anyOf" in rule else rule
    if not fits(value, rule):
        raise Unusable(f"{place or 'it'} does not fit bench.schema.json")
    if isinstance(value, dict):
        unwanted = (
            value.keys() - rule.get("properties", {}).keys()
            if rule.get("additionalProperties") is False
            else ()
        )
        for key in (*rule.get("required", ()), *unwanted):
            if key not in value or key in unwanted:
                raise Unusable(
                    f"{place}.{key} is {'unknown' if key in value else 'missing'}".lstrip(".")
                )
        for key, part in value.items():
            of_key = rule.get("properties", {}).get(key, rule.get("additionalProperties", {}))
            check(part, of_key, definitions, f"{place}.{key}".lstrip("."))
    if isinstance(value, list):
        for i, part in enumerate(value):
            check(part, rule.get("items", {}), definitions, f"{place}[{i}]")


def from_json(text: str) -> Report:
    """Parses the output of to_json(), without its comparison. Raises Unusable."""
    try:
        report: Report = load_json(text)
    except (ValueError, RecursionError) as problem:
        raise Unusable(
            f"invalid JSON at byte {getattr(problem, 'pos', getattr(problem, 'start', 0))}"
        ) from problem
    rules = json.loads(asset("bench/bench.schema.json"))
    known = rules["properties"]["schema"]["const"]
    if not isinstance(report, dict) or report.get("kind") != "bench":
        raise Unusable("it was not written by mpitcheck bench")
    if report.get("schema", known) != known:
        raise Unusable(f"its schema is {report['schema']}, this mpitcheck reads {known}")
    check(report, rules, rules["$defs"])
    report["comparison"] = None
    targets, seen = {target["name"] for target in report["targets"]}, set()
    for row in report["rows"]:
        key = row["target"], row["program"], row["name"]
        if row["target"] not in targets:
            raise Unusable(f"a row names the unknown target '{row['target']}'")
        if key in seen:
            raise Unusable(f"two rows of one target are called '{row['name']}'")
        seen.add(key)
        row["ns"] = summary(row["ns"]["sample"] if row["ns"] else None)
        row["ratio"] = summary(row["ratio"]["sample"] if row["ratio"] else None)
    report["series"] = series_of(report["rows"])
    return report


def read(option: str, path: str) -> Report:
    """Reads the report in the file that an option names. Raises UserError."""
    text = read_input(path, f"{option} '{path}'", "name a file of mpitcheck bench --json")
    try:
        return from_json(text)
    except Unusable as problem:
        raise UserError(f"{option} '{path}': {problem}") from None


def to_json(report: Report) -> str:
    parts = []
    for key, value in report.items():
        if isinstance(value, list) and value:  # one line per entry
            text = (
                "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False) for item in value) + "\n]"
            )
        else:
            text = json.dumps(value, ensure_ascii=False)
        parts.append(f'"{key}": {text}')
    return replaced("{\n" + ",\n".join(parts) + "\n}\n")
