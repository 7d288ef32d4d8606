# SPDX-License-Identifier: BSD-3-Clause
"""Shows pages in one headless Chromium, each in a fresh profile.

The DevTools protocol runs over two pipes, so no library is needed.
"""
import base64
import contextlib
import itertools
import json
import os
import re
import select
import shutil
import subprocess
import time
from dataclasses import dataclass

import pytest

from mpitcheck.process.files import Scratch, remove_tree
from mpitcheck.process.text import encode

_PATIENCE = 200  # seconds
_QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)
_READY = """
  const root = document.documentElement;
  const later = (milliseconds = 5) => new Promise((done) => setTimeout(done, milliseconds));
  while (document.getElementById("_data") && !root.dataset.ready) await later();
"""
_TEXT = """
  const copy = root.cloneNode(true);
  for (const script of copy.querySelectorAll("script")) script.remove();
  return {text: copy.outerHTML, data: {...root.dataset}};
"""


@dataclass
class Page:
    """A document after its scripts and those of the test ran."""

    text: str  # without scripts and their data, which contain all texts
    data: dict  # the attributes data-* of <html>
    seen: object  # the result of the test's script


def assert_harmless(page):
    """Hostile text in a page is text. It does not run, and it hides and reorders nothing."""
    assert "<title>HOSTILE" not in page.text
    assert "<img" not in page.text
    assert re.findall("[\0-\x08\x0b-\x1f\x7f\u2028\u202e]", page.text) == []


class Browser:
    """A context manager. Pages are files `NAME.html` in `folder`."""

    def __enter__(self):
        programs = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
        program = next(filter(None, programs), None)
        if program is None:
            pytest.fail("chromium is missing: ci/install-deps test installs it", pytrace=False)
        self.folder = Scratch().__enter__()
        read, self._write = os.pipe()
        self._read, write = os.pipe()
        # It takes commands from 3 and answers on 4.
        redirected = f'exec "$@" 3<&{read} 4>&{write}'
        options = [*_QUIET, f"--user-data-dir={self.file('profile')}"]
        self._process = subprocess.Popen(
            ["bash", "-c", redirected, "bash", program, *options],
            pass_fds=(read, write),
            stderr=subprocess.DEVNULL,
        )
        os.close(read)
        os.close(write)
        self._numbers, self._left, self._loaded = itertools.count(1), b"", set()
        return self

    def __exit__(self, *_):
        os.close(self._write)
        os.close(self._read)
        self._process.wait(_PATIENCE)
        while os.path.lexists(self.folder):  # Chromium's other processes end a little later
            remove_tree(self.folder)
            time.sleep(0.1)

    def file(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.file(name), "wb") as file:
            file.write(encode(content))

    def _receive(self):
        while b"\0" not in self._left:
            assert select.select([self._read], [], [], _PATIENCE)[0], "Chromium does not answer"
            more = os.read(self._read, 1 << 20)
            assert more, "Chromium has ended"
            self._left += more
        message, self._left = self._left.split(b"\0", 1)
        message = json.loads(message)
        if message.get("method") == "Page.lifecycleEvent" and message["params"]["name"] == "load":
            self._loaded.add(message["params"]["loaderId"])
        return message

    def _call(self, method, session=None, **parameters):
        """What the browser, or a page of it, answers."""
        number = next(self._numbers)
        said = {"id": number, "method": method, "params": parameters}
        if session:
            said["sessionId"] = session
        os.write(self._write, json.dumps(said).encode() + b"\0")
        while (message := self._receive()).get("id") != number:
            pass
        assert "error" not in message, f"{method}: {message['error']['message']}"
        return message["result"]

    @contextlib.contextmanager
    def _loaded_page(self, name, how="", width=None, first=""):
        """The session of a page that is loaded."""
        context = self._call("Target.createBrowserContext")["browserContextId"]
        target = self._call("Target.createTarget", url="about:blank", browserContextId=context)
        session = self._call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        page = session["sessionId"]
        if width:
            self._call(
                "Emulation.setDeviceMetricsOverride",
                page,
                width=width,
                height=1200,
                deviceScaleFactor=1,
                mobile=False,
            )
        self._call("Page.enable", page)
        self._call("Page.setLifecycleEventsEnabled", page, enabled=True)
        self._call("Page.addScriptToEvaluateOnNewDocument", page, source=first)
        url = f"file://{self.file(name)}.html{how}"
        loader = self._call("Page.navigate", page, url=url)["loaderId"]
        while loader not in self._loaded:  # which may come before that answer
            self._receive()
        yield page
        self._call("Target.disposeBrowserContext", browserContextId=context)

    def _run(self, page, script):
        """What the body of an asynchronous function returns once the page shows its data."""
        answer = self._call(
            "Runtime.evaluate",
            page,
            expression=f"(async () => {{ {_READY} {script} }})()",
            awaitPromise=True,
            returnByValue=True,
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def show(self, name, how="", width=None, script="", first=""):
        """Loads the page, with HOW after its address, in a window of that width.

        Once it shows its data, the script acts as a reader: the body of an asynchronous function
        that may use `root`, the element <html>, and `await later(MILLISECONDS)`. The script
        `first` runs before those of the page.
        """
        with self._loaded_page(name, how, width, first) as page:
            seen = self._run(page, script)
            return Page(**self._run(page, _TEXT), seen=seen)

    def pdf(self, name):
        """The page as it is printed."""
        with self._loaded_page(name) as page:
            return base64.b64decode(self._call("Page.printToPDF", page)["data"])
