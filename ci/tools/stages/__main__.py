# SPDX-License-Identifier: BSD-3-Clause
"""Runs the script that the first argument names: a module of this folder with a function run()."""
import importlib
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..")))

from tools.stages.steps import guarded
from tools.stages.trees import CACHE

name, arguments = sys.argv[1], sys.argv[2:]
os.environ.update(CACHE)
script = importlib.import_module(f"tools.stages.{name}")
sys.exit(guarded(f"ci/{name}", lambda: int(script.run(arguments))))
