# SPDX-License-Identifier: BSD-3-Clause
"""JSON among other things that a program prints."""
import unittest

from mpitcheck.judge import strict_json


class StrictJson(unittest.TestCase):
    def test_is_found_among_what_a_library_prints(self):
        for text, wanted in (
            ('{\n "a": [\n  1\n ]\n}\n', {"a": [1]}),
            ('[error] ====\nup{\n "a": 1\n}\n[error] down\n', {"a": 1}),
            ('banner\n[\n {\n  "a": 1\n }\n]\n', [{"a": 1}]),
            ('{"a": 1}', {"a": 1}),
            ("[]\n", []),
        ):
            with self.subTest(text):
                self.assertEqual(strict_json.parse(strict_json.printed(text).encode()), wanted)
        with self.assertRaises(ValueError):
            strict_json.parse(strict_json.printed("[error] ====\n").encode())


if __name__ == "__main__":
    unittest.main()
