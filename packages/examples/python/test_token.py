import json
import urllib.error
import urllib.parse
import urllib.request

import pytest
from conftest import post


def get(url, token):
    request = urllib.request.Request(url, headers={"authorization": f"Bearer {token}", "tenantId": "acme"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def test_token_lives_an_hour(understudy, sandbox):
    credentials = understudy["credentials"]["analysis"]
    form = {
        "grant_type": "client_credentials",
        "client_id": credentials["clientId"],
        "client_secret": credentials["clientSecret"],
        "scope": credentials["scopes"]["inventory"],
    }
    with urllib.request.urlopen(f"{sandbox}/connect/token", urllib.parse.urlencode(form).encode()) as response:
        token = json.load(response)["access_token"]
    assert get(f"{sandbox}/io/data", token) == {"countOfDatasets": 0, "datasetIds": []}

    post(f"{sandbox}/_sim/clock/advance", {"by": "PT61M"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        get(f"{sandbox}/io/data", token)
