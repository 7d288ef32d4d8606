# SPDX-License-Identifier: BSD-3-Clause
"""What the harness and the runner exchange: words, records, the progress page, exit codes.

recordgen.py turns these modules into C++. The runner imports them as mpitcheck.schema, a symbolic
link to this folder. They need only the standard library.
"""
