"""Runs mailroom-sandbox for pytest, with a fork for each test. Needs Python 3.9 and nothing else.

In pytest.ini:   pythonpath = node_modules/mailroom-sandbox/runners
In conftest.py:  pytest_plugins = ["mailroom_sandbox"]
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request

import pytest

ARRIVED = ("delivered", "unsubscribed", "complaint")
BOUNCED = ("hardbounced", "softbounced")
UNFINISHED = ("requested", "scheduled", "deferred")


class SandboxError(Exception):
    """The sandbox could not be started, or it refused a call."""


class MailroomSandbox:
    """A sandbox. Give your program `url`, `user` and `key`, or `smtp` ("127.0.0.1:PORT")."""

    def __init__(self, access):
        self.id = access.get("id")
        self.url = access["url"]
        self.user = access["user"]
        self.key = access["key"]
        self.smtp = access["smtp"]
        self.admin = access["admin"]
        self._token = access["adminToken"]

    def wait_for(self, *, to=None, subject=None, tag=None, code=None, state=None, after=None, advance=None, timeout=5.0):
        """Waits for the newest matching message. After `timeout` seconds, the test fails with an explanation."""
        asked = {"to": to, "subject": subject, "tag": tag, "state": state, "after": after, "advance": advance}
        query = {name: value for name, value in asked.items() if value is not None}
        if code:
            query["code"] = "true"
        query["wait"] = round(timeout * 1000)
        status, found = self._ask("GET", "/outbox?" + urllib.parse.urlencode(query), timeout=timeout + 30)
        if status == 408:
            pytest.fail(found["message"], pytrace=False)
        return self._checked(status, found)[0]

    def outbox(self):
        """The newest messages, without their contents."""
        return self._call("GET", "/outbox")

    def find(self, message):
        """The message in its current state."""
        return self._call("GET", "/outbox/" + message["id"])

    def advance(self, by):
        """Moves the clock by "hour", "day", "week" or milliseconds, and waits for everything that is due by then."""
        return self._call("POST", "/clock", {"advance": by})

    def faults(self, faults):
        """For example [{"kind": "status", "path": "/messages/send", "status": 503, "times": 1}]; an empty list clears them."""
        return self._call("PUT", "/faults", faults)

    def assert_delivered(self, message, advance=None):
        """Also passes if the reader has unsubscribed or complained since. `advance` moves the clock if it is on its way."""
        __tracebackhide__ = True
        self._assert_state(message, ARRIVED, "be delivered", advance)

    def assert_bounced(self, message, advance=None):
        __tracebackhide__ = True
        self._assert_state(message, BOUNCED, "have bounced", advance)

    def find_link(self, message, address):
        """The link with this address or pattern (re.compile), in the message or as a tracked link’s destination."""
        __tracebackhide__ = True
        for link in message["links"]:
            for given in (link["url"], link.get("target", link["url"])):
                if given == address or (isinstance(address, re.Pattern) and address.search(given)):
                    return link
        shown = address.pattern if isinstance(address, re.Pattern) else address
        found = ", ".join(link.get("target", link["url"]) for link in message["links"])
        it = f"has {found}" if found else "has none"
        raise AssertionError(f"Expected the message {_named(message)} to have a link to {shown}, but it {it}.")

    def follow(self, link):
        """Clicks a link of a message and returns the destination, which is not requested."""
        if "target" not in link:
            return link["url"]
        status, headers = _open(urllib.request.Request(link["url"]))[:2]
        if status != 302:
            raise SandboxError(f"The sandbox refused the click on {link['url']} with status {status}.")
        return headers["location"]

    def unsubscribe(self, message):
        """Unsubscribes by the header or link that the sandbox added, and returns the updated message."""
        parts = urllib.parse.urlsplit(self.url)
        own = f"{parts.scheme}://{parts.netloc}/t/u/"
        lines = [header["value"] for header in message["headers"] if header["name"].lower() == "list-unsubscribe"]
        listed = [address for line in lines for address in re.findall(r"<([^<>]+)>", line)]
        for address in listed + [link["url"] for link in message["links"]]:
            if address.startswith(own):
                break
        else:
            raise AssertionError(f"The message {_named(message)} has no unsubscribe link of the sandbox.")
        status = _open(urllib.request.Request(address, b"List-Unsubscribe=One-Click", method="POST"))[0]
        if status != 200:
            raise SandboxError(f"The sandbox refused to unsubscribe {message['email']} with status {status}.")
        return self.find(message)

    def save_snapshot(self, name):
        """Saves everything under a name, and replaces an earlier snapshot with this name. Returns the name."""
        self._call("PUT", f"/snapshots/{name}", {"replace": True})
        return name

    def fork(self, snapshot=None):
        """Starts a sandbox from a snapshot, or from the current content of this one. Its clock is stopped."""
        fork = MailroomSandbox(self._call("POST", "/forks", {} if snapshot is None else {"snapshot": snapshot}))
        fork._call("POST", "/clock", {"running": False})
        return fork

    def end(self, fork):
        self._call("DELETE", f"/forks/{fork.id}")

    def _assert_state(self, message, states, wanted, advance):
        __tracebackhide__ = True
        self.advance(0)
        now = self.find(message)
        if now["lastState"] in UNFINISHED and advance is not None:
            self.advance(advance)
            now = self.find(message)
        if now["lastState"] in states:
            return
        reason = f": {now['reason'].rstrip('.')}" if now["reason"] else ""
        said = f"Expected the message {_named(now)} to {wanted}, but it is {now['lastState']}{reason}."
        if now["lastState"] in UNFINISHED:
            said += " Its next step is due later by the sandbox’s clock: "
            said += 'advance="hour" moves it.' if advance is None else "advance the clock further."
        raise AssertionError(said)

    def _call(self, method, path, body=None):
        return self._checked(*self._ask(method, path, body))

    def _ask(self, method, path, body=None, timeout=60):
        headers = {"x-sandbox-token": self._token, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.admin + path, data, headers, method=method)
        status, _, text = _open(request, timeout)
        return status, json.loads(text)

    def _checked(self, status, answer):
        if status >= 400:
            raise SandboxError(answer["message"])
        return answer


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, because the destination may be a real site, which a test must not call by mistake."""

    def redirect_request(self, *_):
        return None


# A proxy that the environment names cannot reach this computer.
_opener = urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler({}))


def _open(request, timeout=60):
    try:
        with _opener.open(request, timeout=timeout) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


def _named(message):
    return f"“{message['subject']}” to {message['email']}"


def _joined():
    """The running sandbox that the environment names."""
    admin, token = os.environ.get("MAILROOM_SANDBOX_ADMIN"), os.environ.get("MAILROOM_SANDBOX_TOKEN")
    if not admin or not token:
        return None
    # This sandbox is used only for forks and snapshots, so its user and key are not needed.
    access = {"url": admin.rsplit("/", 1)[0] + "/v1", "user": None, "key": None, "smtp": None}
    return MailroomSandbox({**access, "admin": admin, "adminToken": token})


@pytest.fixture(scope="session")
def sandbox_server():
    """The sandbox that tests fork: a running one, or a new process."""
    joined = _joined()
    if joined is not None:
        yield joined
        return
    command = shlex.split(os.environ.get("MAILROOM_SANDBOX_COMMAND", "npx mailroom-sandbox"))
    program = shutil.which(command[0]) or command[0]
    # By this name, a later sandbox knows a folder whose process was killed, and removes it after a day.
    with tempfile.TemporaryDirectory(prefix=f"mailroom-sandbox-{os.getpid()}-") as folder:
        flags = ["--json", "--snapshots", folder]
        with subprocess.Popen([program, *command[1:], *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            line = process.stdout.readline()
            if not line:
                raise SandboxError(f"{shlex.join(command)} ended before its sandbox was ready.")
            # The sandbox ends when its input is closed, at the end of this block.
            yield MailroomSandbox(json.loads(line))


@pytest.fixture(scope="session")
def sandbox_snapshot():
    """Override this to name the snapshot from which forks start. Without one, they start from the server’s content."""
    return None


@pytest.fixture
def sandbox(sandbox_server, sandbox_snapshot):
    """A fork for one test."""
    fork = sandbox_server.fork(sandbox_snapshot)
    yield fork
    sandbox_server.end(fork)
