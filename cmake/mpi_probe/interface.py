# SPDX-License-Identifier: BSD-3-Clause
"""Reads the names of the interface from the catalogue, and the identifiers of the suites."""
import os
import re

import yaml
from catalogue import Prototype

_ROOMS = ("conformance", "properties", "stress", "bench")
_SUFFIXES = (".cpp", ".hpp", ".h", ".c")


class Interface:
    def __init__(self, sources):
        path = os.path.join(sources, "conformance", "clauses", "catalogue", "api.yaml")
        with open(path, encoding="utf-8") as file:
            api = yaml.load(file, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        self.functions = {each["name"]: Prototype(each["prototype"]) for each in api["functions"]}
        self.types = [each["name"] for each in api["types"]]
        self.callbacks = {
            each["name"]: Prototype(each["prototype"].replace("typedef ", ""))
            for each in api["callbacks"]
        }
        self.constants = {each["name"]: each["kind"] for each in api["constants"]}
        # Functions of MPI that a library may lack, and that tests can do without.
        parts = os.path.join(sources, "conformance", "harness", "test", "repertoire.inc")
        with open(parts, encoding="utf-8") as file:
            self.optional = re.findall(r"^MPITCHECK_PART\((\w+)\)", file.read(), re.MULTILINE)


def identifiers_of(sources):
    """Returns all identifiers of the code that is compiled with mpi.h."""
    words = set()
    for room in _ROOMS:
        for below, folders, names in os.walk(os.path.join(sources, room)):
            folders[:] = [folder for folder in folders if folder != "tests"]
            for name in names:
                if name.endswith(_SUFFIXES):
                    with open(os.path.join(below, name), encoding="utf-8") as file:
                        words.update(re.findall(r"[A-Za-z_]\w*", file.read()))
    return words
