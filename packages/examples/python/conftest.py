"""Understudy for pytest: one server for all tests, a sandbox of its own for each."""

import json
import os
import shlex
import subprocess
import urllib.request

import pytest

COMMAND = os.environ.get("UNDERSTUDY", "npx --yes api-understudy")


def post(url, body):
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"content-type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)


@pytest.fixture(scope="session")
def understudy():
    """The server's description: its `url`, its control plane, addresses and credentials of the APIs."""
    command = [*shlex.split(COMMAND), "start", "--port", "0", "--json", "--clock", "manual", "--exit-with-parent"]
    # The pipe closes with this process, however it ends, and the server goes with it.
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        line = server.stdout.readline()
        assert line, f"{' '.join(command)} did not start"
        yield json.loads(line)
        server.stdin.close()
        server.wait(timeout=10)


@pytest.fixture
def sandbox(understudy, request):
    """Base URL of a world for this test alone, with its own data and clock."""
    name = request.node.name.replace("_", "-")
    return post(f"{understudy['control']}/sandboxes", {"name": name, "clock": "manual"})["url"]
