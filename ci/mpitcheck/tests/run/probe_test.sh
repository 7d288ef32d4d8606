#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# probe_test.sh MPITCHECK TREE: what `mpitcheck inventory --probe` measures on the reference, and on one whose reads hang when a
# signal handler that interrupts a read makes them.
set -euo pipefail
mpitcheck=$1 tree=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$mpitcheck" inventory "$tree" --json --probe >"$folder/plain.json"
"$mpitcheck" inventory "$tree" --json --probe --preload "$tree/lib/libmpitcheck_faults.so" \
  --env MPITCHECK_FAULT=stress_lock_in_signal_path >"$folder/hanging.json"
/usr/bin/python3 - "$folder" <<'CHECK'
import json
import re
import sys


def pvars_of(name):
    with open(f"{sys.argv[1]}/{name}.json", encoding="utf-8") as file:
        return json.load(file)["pvars"]


pvars = pvars_of("plain")
usable = [pvar for pvar in pvars if pvar["bind"] in ("MPI_T_BIND_NO_OBJECT", "MPI_T_BIND_MPI_COMM")]
assert len(usable) > 100, len(usable)
for pvar in usable:
    assert pvar["read_ns"] > 0 and pvar["read_ratio"] > 0, pvar
    assert re.fullmatch(r"1\d\d reads", pvar["in_handler"]), pvar
    assert pvar["again"] == "can be read", pvar
    if pvar["bind"] == "MPI_T_BIND_NO_OBJECT":
        assert pvar["after_finalize"] == "can be read", pvar
for pvar in pvars:
    assert ("read_ns" in pvar) == (pvar in usable), pvar
    assert pvar["after_finalize"] == "can be read" or pvar["bind"] != "MPI_T_BIND_NO_OBJECT", pvar

told = [pvar["in_handler"] for pvar in pvars_of("hanging") if "in_handler" in pvar]
assert len(told) >= 4 and all(re.fullmatch(r"(no end after )?\d+ reads", text) for text in told), told
assert sum(text.startswith("no end") for text in told) == 4, told
CHECK
