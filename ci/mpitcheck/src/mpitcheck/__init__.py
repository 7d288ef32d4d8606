# SPDX-License-Identifier: BSD-3-Clause
"""The runner of mpitcheck. ../../README.md describes its folders."""
