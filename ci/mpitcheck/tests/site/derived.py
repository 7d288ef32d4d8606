# SPDX-License-Identifier: BSD-3-Clause
"""Reports of other library versions and nights, derived from one report.

They differ in the date of the header, the versions, a few verdicts and a few variables.
`derived.py REPORT FOLDER` writes twelve versions in ten nights, which a site must hold in 5 MB.
"""
import copy
import dataclasses
import json
import os
import random
import sys

from mpitcheck.report.parse_json import from_json
from mpitcheck.site.material import Material
from tests.report.packed import plain_json

# The place in the report of the target that each is derived from (the last target if there are
# fewer), its name, the library's own version text, and the version of MPI.
VERSIONS = (
    (0, "reference", "mpitcheck reference 0.1.0, MPI 5.0, standard ABI 1.0", "5.0"),
    (1, "mpich-3.4", "MPICH Version:\t3.4.1\nMPICH Release date:\tFri Jan 22 2021", "3.1"),
    (1, "mpich-4.0", "MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7 2022", "4.0"),
    (
        1,
        "mpich-4.0-pvars",
        "MPICH Version:\t4.0.2\nMPICH configure:\t--enable-mpit-pvars=all",
        "4.0",
    ),
    (1, "mpich-4.2", "MPICH Version:\t4.2.1\nMPICH Release date:\tWed Apr 17 2024", "4.1"),
    (1, "mpich-4.3", "MPICH Version:\t4.3.0\nMPICH Release date:\tMon Feb  3 2025", "4.1"),
    (1, "mpich-5.0", "MPICH Version:\t5.0.2\nMPICH Release date:\tTue Sep  1 2026", "5.0"),
    (
        2,
        "openmpi-4.1.0",
        "Open MPI v4.1.0, package: Debian OpenMPI, ident: 4.1.0, Dec 18, 2020",
        "3.1",
    ),
    (
        2,
        "openmpi-4.1.4",
        "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, May 26, 2022",
        "3.1",
    ),
    (
        2,
        "openmpi-5.0",
        "Open MPI v5.0.7, package: Debian OpenMPI, ident: 5.0.7, Feb 14, 2025",
        "3.1",
    ),
    (
        2,
        "openmpi-5.0.9",
        "Open MPI v5.0.9, package: Debian OpenMPI, ident: 5.0.9, Oct 30, 2025",
        "3.1",
    ),
    (
        2,
        "openmpi-6.0",
        "Open MPI v6.0.0rc2, package: Debian OpenMPI, ident: 6.0.0rc2, Aug 1, 2026",
        "4.1",
    ),
)
_OWN_FAILURES = 5  # of a version beside those of the report: some come or go with a night
_VARIABLES_CHANGED = 0.05  # from the report's to a version's


def moment(night):
    return f"2026-10-{night + 1:02}T01:02:03Z"


def _spoil(test, document, target):
    """It fails over its first clause."""
    clause = next(each for each in document["clauses"] if each["id"] == test["clauses"][0])
    said = f"3 of 344 variables deviate from {clause['id']}"
    test |= {
        "verdict": "fail",
        "message": said,
        "level": clause["level"],
        "failures": [
            {
                "clause": clause["id"],
                "level": clause["level"],
                "rule": clause["rule"],
                "section": "15.3.6",
                "subject": "cvar 7",
                "rank": 0,
                "expected": "a name of at least one character",
                "actual": '"" (length 1)',
                "phase": "before MPI_Init",
                "crash": False,
                "calls": [
                    "MPI_T_init_thread(MPI_THREAD_SINGLE) = MPI_SUCCESS",
                    "MPI_T_cvar_get_info(7) = MPI_SUCCESS",
                ],
                "fact": None,
            }
        ],
    }
    clause["verdicts"][target] = {"must": "fail", "should": "warn", "quality": "quality"}.get(
        clause["level"], "pass"
    )


def _other_variables(inventory, chance):
    changed = []
    for each in inventory:
        if chance.random() > _VARIABLES_CHANGED:
            changed.append(each)
        elif chance.random() < 0.5:
            changed.append({**each, "type": {**each["type"], "datatype": "MPI_UNSIGNED_LONG"}})
    return changed


def derived(document, version, night):
    """The JSON of a report, as data, of VERSIONS[version] in a night, from 0."""
    place, name, said, mpi = VERSIONS[version]
    document = copy.deepcopy(document)
    target = document["targets"][min(place, len(document["targets"]) - 1)]
    was = target["name"]
    target |= {
        "name": name,
        "library_version": said,
        "mpi_version": mpi,
        "inventory": _other_variables(target["inventory"], random.Random(version)),
    }
    document["targets"] = [target]
    document["header"]["started"] = moment(night)
    document["tests"] = [
        {**test, "target": name} for test in document["tests"] if test["target"] == was
    ]
    for clause in document["clauses"]:
        clause["verdicts"] = {name: clause["verdicts"][was]} if was in clause["verdicts"] else {}
    document["findings"], document["summary"] = [], {**document["summary"], "gate": None}
    kept = [test for test in document["tests"] if test["verdict"] == "pass" and test["clauses"]]
    for test in random.Random(version).sample(kept, min(_OWN_FAILURES, len(kept) // 2))[
        night % 3 == 0 :
    ]:
        _spoil(test, document, name)
    return document


def write_all(document, folder, versions=range(len(VERSIONS)), nights=range(10)):
    for version in versions:
        for night in nights:
            with open(
                os.path.join(folder, f"{VERSIONS[version][1]}-{night}.json"), "w", encoding="utf-8"
            ) as file:
                json.dump(derived(document, version, night), file)


def material_of(document, versions=range(len(VERSIONS)), nights=range(10)):
    """What would be read of those reports, quicker: what nights share is derived once."""
    material = Material()
    for version in versions:
        reports = {}
        for night in nights:
            kind = night % 3 == 0
            if kind not in reports:
                reports[kind] = from_json(json.dumps(derived(document, version, night)))
            report = copy.copy(reports[kind])
            report.header = dataclasses.replace(report.header, started=moment(night))
            material.add(report)
    return material


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as report:
        write_all(json.loads(plain_json(from_json(report.read()))), sys.argv[2])
