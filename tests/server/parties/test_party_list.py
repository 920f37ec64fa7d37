"""The list of parties: what anybody may find, and nothing that helps somebody who plays."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

from server.messages import receive, send

if TYPE_CHECKING:
    from server.conftest import Start
    from websockets.sync.client import ClientConnection


def listed(url: str, cookie: str = "") -> list[dict[str, Any]]:
    with urlopen(Request(f"{url}/api/parties", headers={"Cookie": cookie} if cookie else {})) as answer:
        found: list[dict[str, Any]] = json.load(answer)
    return found


def host(client: ClientConnection, **terms: object) -> str:
    send(client, t="hello", name="Ada")
    send(client, t="host", n=1, terms={"rules": "modern beginner", **terms})
    return str(receive(client, "entered")["party"])


def test_public_parties_are_listed_and_private_ones_only_for_those_who_sit_there(start: Start) -> None:
    server = start("--limit", "countdown=0.01")
    with server.connect() as ada, server.connect() as grace:
        public, private = host(ada, name="Friday field", is_public=True, seats=3), host(grace)
        cookie = grace.response.headers["Set-Cookie"].partition(";")[0] if grace.response else ""
        (found,) = listed(server.url)
        assert found["party"] == public
        assert found["name"] == "Friday field"
        assert (found["owner"], found["most_seats"], found["has_free_seat"]) == ("Ada", 3, True)
        assert found["seats"] == [{"name": "Ada", "colour": 0, "is_bot": False}]
        assert {one["party"]: one["is_mine"] for one in listed(server.url, cookie)} == {public: False, private: True}


def test_the_picture_of_a_board_shows_what_is_open_and_no_number(start: Start) -> None:
    server = start("--limit", "countdown=0.01")
    with server.connect() as ada:
        host(ada, is_public=True)
        send(ada, t="ready", n=2)
        board = receive(ada, "board")
        while "starts_in" in receive(ada, "party"):
            pass
        send(ada, t="play", game=board["game"], n=3, kind="open", cell=0)
        delta = receive(ada, "delta", "refused")
        (found,) = listed(server.url)
        bits = "".join(f"{byte:08b}" for byte in b64decode(found["picture"]))
        assert {at for at, bit in enumerate(bits) if bit == "1"} == set(delta["cells"][::2])
        assert found["share"] == len(delta["cells"]) // 2 / 54
