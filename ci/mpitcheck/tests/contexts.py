# SPDX-License-Identifier: BSD-3-Clause
"""Context managers that last as long as a test, or a class of tests."""


def entered(manager, add_cleanup):
    """What `manager` gives; it is left by a clean-up. unittest's enterContext needs Python 3.11."""
    value = manager.__enter__()
    add_cleanup(manager.__exit__, None, None, None)
    return value
