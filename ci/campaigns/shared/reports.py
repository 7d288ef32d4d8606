# SPDX-License-Identifier: BSD-3-Clause
"""The parts of a report of one target that the tables of campaigns show."""
import dataclasses
import json


@dataclasses.dataclass
class Verdicts:
    """The library, the number of each verdict, and whether the expectations are met."""

    library: str
    counts: str
    gate: str


def verdicts(path: str) -> Verdicts:
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    version = report["targets"][0]["library_version"].split("\n")[0]
    counts = next(iter(report["summary"]["targets"].values()))
    gate = "no expectations"
    if report["summary"]["gate"] is not None:
        gate = "as expected" if report["summary"]["exit_code"] == 0 else "differs"
    return Verdicts(
        " ".join(version.split()).split(",")[0],
        ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count),
        gate,
    )
