# SPDX-License-Identifier: BSD-3-Clause
"""Builds the trees of ci/check, for the campaign `cost`."""
from tools.stages.steps import Steps
from tools.stages.trees import RUN_TARGETS, build_check_trees


def run(_arguments: list[str]) -> int:
    build_check_trees(Steps(), RUN_TARGETS)
    return 0
