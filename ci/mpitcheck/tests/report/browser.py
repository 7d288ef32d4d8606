#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""browser.py CHROMIUM FOLDER: loads many pages in one headless Chromium, each in a fresh profile.

It reads lines `URL [WIDTH] [seen]` from the FIFO `ask` in the folder. It writes the document to
`answer` once it is loaded in a window of that width and its data are shown, or, with `seen`, once
a script has set data-seen.
Scripts and their data are left out, because they contain all texts. The DevTools protocol runs
over two pipes, so no library is needed.
"""
import itertools
import json
import os
import subprocess
import sys

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
_SEEN = """new Promise((done) => {
  const is_seen = () => document.documentElement.dataset.seen !== undefined;
  const look = () => is_seen() ? done() : setTimeout(look, 10);
  look();
})"""

_READY = """new Promise((done) => {
  const root = document.documentElement;
  const is_ready = () => !document.getElementById("_data") || root.dataset.ready;
  const look = () => is_ready() ? done() : setTimeout(look, 10);
  look();
})"""

_TEXT = """(() => {
  const copy = document.documentElement.cloneNode(true);
  for (const script of copy.querySelectorAll("script")) script.remove();
  return copy.outerHTML;
})()"""


class Browser:
    def __init__(self, chromium, folder):
        read, self._write = os.pipe()
        self._read, write = os.pipe()
        # It takes commands from 3 and answers on 4.
        subprocess.Popen(
            [
                "bash",
                "-c",
                f'exec "$@" 3<&{read} 4>&{write}',
                "bash",
                chromium,
                *_QUIET,
                f"--user-data-dir={folder}/profile",
            ],
            pass_fds=(read, write),
            stderr=subprocess.DEVNULL,
        )
        os.close(read)
        os.close(write)
        self._numbers, self._left, self._loaded = itertools.count(1), b"", set()

    def _receive(self):
        while b"\0" not in self._left:
            more = os.read(self._read, 1 << 20)
            if not more:
                sys.exit("browser.py: Chromium has ended")
            self._left += more
        message, self._left = self._left.split(b"\0", 1)
        message = json.loads(message)
        if message.get("method") == "Page.lifecycleEvent" and message["params"]["name"] == "load":
            self._loaded.add(message["params"]["loaderId"])
        return message

    def call(self, method, session=None, **parameters):
        """What the browser, or a page of it, answers."""
        number = next(self._numbers)
        said = {
            "id": number,
            "method": method,
            "params": parameters,
            **({"sessionId": session} if session else {}),
        }
        os.write(self._write, json.dumps(said).encode() + b"\0")
        while (message := self._receive()).get("id") != number:
            pass
        if "error" in message:
            sys.exit(f"browser.py: {method}: {message['error']['message']}")
        return message["result"]

    def document(self, url, how):
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)[
            "targetId"
        ]
        page = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for width in filter(str.isdigit, how):
            self.call(
                "Emulation.setDeviceMetricsOverride",
                page,
                width=int(width),
                height=1200,
                deviceScaleFactor=1,
                mobile=False,
            )
        self.call("Page.enable", page)
        self.call("Page.setLifecycleEventsEnabled", page, enabled=True)
        loader = self.call("Page.navigate", page, url=url)["loaderId"]
        while loader not in self._loaded:  # which may come before that answer
            self._receive()
        waiting = _SEEN if "seen" in how else _READY
        self.call("Runtime.evaluate", page, expression=waiting, awaitPromise=True)
        text = self.call("Runtime.evaluate", page, expression=_TEXT)["result"]["value"]
        self.call("Target.disposeBrowserContext", browserContextId=context)
        return text


def main():
    browser = Browser(sys.argv[1], sys.argv[2])
    ask, answer = (os.path.join(sys.argv[2], name) for name in ("ask", "answer"))
    while True:
        with open(ask, encoding="utf-8") as asked:
            url, *how = asked.readline().split()
        with open(answer, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(browser.document(url, how) + "\n")


main()
