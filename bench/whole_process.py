# SPDX-License-Identifier: BSD-3-Clause
"""Measures the run time of programs, in turns: whole_process.py REPETITIONS NAME=PROGRAM...

Prints `NAME milliseconds` for each run. Exit code: 1 if a program fails.
"""
import subprocess
import sys
import time


def main():
    programs = [argument.split("=", 1) for argument in sys.argv[2:]]
    for _ in range(int(sys.argv[1])):
        for name, program in programs:
            began = time.perf_counter()
            subprocess.run([program], check=True, close_fds=False)
            print(name, f"{(time.perf_counter() - began) * 1e3:.3f}")


try:
    main()
except subprocess.CalledProcessError as error:
    sys.exit(str(error))
