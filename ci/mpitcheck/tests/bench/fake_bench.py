#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""A stand-in for a program of Google Benchmark that measures nothing.

It writes figures, or misbehaves, as plan.json beside it says: rows {name: {ns, noise, label, unit,
counters, act}}; act and list for the whole program; missing. Acts are crash, exit, hang, flood,
child, rubbish, nothing, and crash later (not in the first, short run). Rows also have the acts
error and zero. The act of a row applies when the row is run.
"""
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PLAN = json.load(open(os.path.join(HERE, "plan.json"), encoding="utf-8"))


def act(what):
    if what == "crash later" and any(
        word.startswith("--benchmark_min_time=0.") for word in sys.argv
    ):
        what = "crash"
    if what == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if what == "exit":
        print("it went wrong", file=sys.stderr)
        sys.exit(7)
    if what == "hang":
        with open(os.path.join(HERE, "hangs"), "w", encoding="ascii"):
            time.sleep(600)
    if what == "flood":
        for _ in range(256):
            os.write(1, b"x" * 65536)
            os.write(2, b"y" * 65536)
    if (
        what == "child"
    ):  # leaves a process in a session of its own, which holds the pipes and has a child itself
        subprocess.Popen(["sh", "-c", f"sleep 600; : {HERE}"], start_new_session=True)


def entry(name, row, repetition):
    spread = 1 + row.get("noise", 0.0) * random.uniform(-1, 1)
    values = {
        "name": name,
        "run_name": name,
        "run_type": "iteration",
        "repetition_index": repetition,
        "iterations": 1000,
        "real_time": row["ns"] * spread * 2,
        "cpu_time": row["ns"] * spread,
        "time_unit": row.get("unit", "ns"),
    }
    if "label" in row:
        values["label"] = row["label"]
    if row.get("act") == "zero":
        values["cpu_time"] = 0.0
    if row.get("act") == "error":
        values.update(error_occurred=True, error_message="a call did not return MPI_SUCCESS")
    values.update(row.get("counters", {}))
    return values


def main():
    flags = dict(word[2:].split("=", 1) for word in sys.argv[1:])
    rows = PLAN["rows"]
    if "benchmark_list_tests" in flags:
        act(PLAN.get("list"))
        print("\n".join(rows))
        return
    chosen = [name for name in rows if re.search(flags["benchmark_filter"], name)]
    act(PLAN.get("act"))
    for name in chosen:
        act(rows[name].get("act"))
    entries = [
        entry(name, rows[name], i)
        for name in chosen
        for i in range(int(flags.get("benchmark_repetitions", 1)))
    ]
    text = json.dumps({"context": {"missing": PLAN.get("missing", "")}, "benchmarks": entries})
    if PLAN.get("act") == "rubbish":
        text = "\x1b[31mrubbish\xff" + text
    if PLAN.get("act") != "nothing":
        with open(flags["benchmark_out"], "w", encoding="latin-1") as out:
            out.write(text)


main()
