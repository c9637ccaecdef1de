"""An outside engine that works or fails: `python outside.py first|dies|silent|slow|…`."""

import json
import sys
import time
from typing import Any


def choose(position: dict[str, Any]) -> str:
    """The first legal move."""
    from azulejos import Position

    return Position.from_json(position).legal_moves[0]


def main(kind: str) -> None:
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "quit":
            if kind == "stays":
                time.sleep(60)
            return
        answer: dict[str, Any] = {"id": request.get("id")}
        if request["op"] == "hello":
            if kind == "silent":
                continue
            answer |= {"name": "outside", "games": [], "ready": True}
        elif request["op"] == "analyse":
            print(json.dumps({"id": "another", "final": True, "best": "x"}))
            if kind == "dies":
                sys.exit("out of ideas")
            if kind == "nonsense":
                print("I think that …", flush=True)
                continue
            if kind == "slow":
                continue
            if kind == "refuses":
                answer["error"] = {"code": "busy", "message": "not now"}
            else:
                print(json.dumps(answer | {"final": False, "best": "not yet"}))
                move = "9Z9" if kind == "cheats" else choose(request["position"])
                answer |= {"final": True, "best": move, "mood": "good"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
