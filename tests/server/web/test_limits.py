"""Rate limits (R22): moving windows; refusals contain the time to wait."""

import asyncio
from collections.abc import Iterator

import pytest

from azulejos.server.accounts.names import name_key
from azulejos.server.web.limits import RULES, Limits, TooMany
from tests.server.clients import open_socket
from tests.server.running import ON_ONE_DEVICE, Running, code, create, me, ok, run_server

LOGIN = {"name": "Nobody", "password": "wrong"}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with limits, behind a proxy that passes client addresses."""
    url = f"sqlite:///{tmp_path_factory.mktemp('strict') / 'azulejos.db'}"
    with run_server(url, limits=True, trusted_proxies=["127.0.0.1"]) as server:
        yield server


def use_up(running: Running, rule: str, who: str, left: int) -> None:
    """Use up a limit except for some requests, at once, so that the window does not move on."""
    for _ in range(RULES[rule].amount - left):
        assert running.parts[Limits].allows(rule, who)


def test_the_limits_are_those_documented() -> None:
    promised = {
        "playing": (100, 20),
        "watching": (50, 20),
        "analysis_person": (40, 86_400),
        "login_address": (5, 60),
        "login_account": (20, 3_600),
    }
    for rule, (amount, seconds) in promised.items():
        assert (RULES[rule].amount, RULES[rule].seconds) == (amount, seconds)


@pytest.mark.parametrize("rule", RULES)
def test_each_client_has_its_own_limit(rule: str) -> None:
    limits = Limits()
    amount = RULES[rule].amount
    assert [limits.allows(rule, "a") for _ in range(amount + 2)] == [True] * amount + [False] * 2
    assert limits.allows(rule, "b")
    with pytest.raises(TooMany) as refused:
        limits.require(rule, "a")
    assert 1 <= refused.value.seconds <= RULES[rule].seconds + 1


def test_disabled_limits_allow_everything() -> None:
    limits = Limits(is_on=False)
    assert all(limits.allows("login_address", "a") for _ in range(100))


def test_a_refusal_with_a_code_of_its_own_says_how_many_and_when() -> None:
    limits = Limits()
    for _ in range(40):
        limits.require("analysis_person", "a", code="analysis.too_many")
    with pytest.raises(TooMany) as refused:
        limits.require("analysis_person", "a", code="analysis.too_many")
    assert refused.value.text.args == {"n": 1440, "most": 40}
    assert refused.value.seconds == 86_400


def test_logins_are_limited_by_address(strict: Running) -> None:
    client = strict.client(**{"x-forwarded-for": "192.0.2.1"})
    use_up(strict, "login_address", "192.0.2.1", left=1)
    answers = [client.post("/api/v1/sessions", json=LOGIN) for _ in range(2)]
    assert [code(answer)[0] for answer in answers] == [401, 429]
    assert code(answers[-1]) == (429, "api.too_many")
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
    elsewhere = strict.client(**{"x-forwarded-for": "192.0.2.2"})
    assert code(elsewhere.post("/api/v1/sessions", json=LOGIN))[0] == 401


def test_logins_are_limited_by_account(strict: Running) -> None:
    use_up(strict, "login_account", name_key("Target"), left=2)
    statuses = [
        strict.client(**{"x-forwarded-for": f"198.51.100.{n}"})
        .post("/api/v1/sessions", json={"name": name, "password": "wrong"})
        .status_code
        for n, name in enumerate(("Target", "TARGET", "target"))
    ]
    assert statuses == [401, 401, 429]


def test_wrong_passwords_do_not_lock_out_a_known_device(strict: Running) -> None:
    right = {"name": "Owner", "password": "a long sentence"}
    owner = strict.client(**{"x-forwarded-for": "198.51.100.20"})
    ok(owner.post("/api/v1/guests", json={}), 201)
    ok(owner.post("/api/v1/account", json=right), 201)
    ok(owner.delete("/api/v1/sessions"), 204)
    use_up(strict, "login_account", name_key("Owner"), left=1)  # from many addresses
    attacker = strict.client(**{"x-forwarded-for": "198.51.100.21"})
    answers = [
        attacker.post("/api/v1/sessions", json=right | {"password": password}).status_code
        for password in ("a guess", "another guess", right["password"])
    ]
    assert answers == [401, 429, 429]  # even the right one does not help from there
    attacker.headers["cookie"] = owner.cookie.rpartition(".")[0] + "." + 64 * "0"  # a forged mark
    assert attacker.post("/api/v1/sessions", json=right).status_code == 429
    assert ok(owner.post("/api/v1/sessions", json=right), 201)["name"] == "Owner"
    changed = {"old": right["password"], "new": "a longer sentence"}
    ok(owner.put("/api/v1/account/password", json=changed), 204)
    assert ok(owner.get("/api/v1/me"))["name"] == "Owner"


@pytest.mark.parametrize(
    ("counted", "addresses"),
    [
        ("203.0.113.1", ["203.0.113.1", "203.0.113.1", "203.0.113.9"]),
        ("2001:0db8:0000:0000", ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"]),
        ("203.0.113.5", ["203.0.113.5", "::ffff:203.0.113.5", "203.0.113.9"]),
    ],
)
def test_new_guests_are_limited_by_address(
    strict: Running, counted: str, addresses: list[str]
) -> None:
    """An IPv6 /64 network counts as one address."""
    use_up(strict, "guest", counted, left=1)
    statuses = [
        strict.client(**{"x-forwarded-for": address}).post("/api/v1/guests", json={}).status_code
        for address in addresses
    ]
    assert statuses == [201, 429, 201]


def test_new_tables_are_limited_by_person(strict: Running) -> None:
    guest = strict.client(**{"x-forwarded-for": "203.0.113.2"})
    person = ok(guest.post("/api/v1/guests", json={}), 201)["id"]
    use_up(strict, "table", person, left=1)
    create(guest, ON_ONE_DEVICE)
    assert code(guest.post("/api/v1/tables", json=ON_ONE_DEVICE)) == (429, "api.too_many")


def test_too_many_requests_are_refused(strict: Running) -> None:
    client = strict.client(**{"x-forwarded-for": "203.0.113.3"})
    use_up(strict, "request", "203.0.113.3", left=1)
    assert [client.get("/api/v1/server").status_code for _ in range(3)] == [200, 429, 429]


def test_messages_of_all_sockets_of_an_address_are_limited(strict: Running) -> None:
    """Messages of others at that address count as well, and a costly message counts more."""
    here, there = "192.0.2.50", "192.0.2.51"
    table = create(strict.guest(), ON_ONE_DEVICE)["table"]

    async def run() -> None:
        async with (
            open_socket(strict.url, None, **{"x-forwarded-for": here}) as one,
            open_socket(strict.url, None, **{"x-forwarded-for": there}) as other,
        ):
            use_up(strict, "message", here, left=2)
            refused = await one.watch(table)
            assert refused["error"]["code"] == "api.too_many"
            assert 1 <= refused["error"]["args"]["n"] <= RULES["message"].seconds
            for number in ("1", "2"):
                await one.send("ping", id=number)
                await one.next("pong")
            await one.send("ping", id="3")
            assert (await one.next("refused"))["error"]["code"] == "api.too_many"
            assert (await other.watch(table))["type"] == "update"

    asyncio.run(run())


def test_analysis_is_refused_after_forty_a_day(strict: Running) -> None:
    guest = strict.client(**{"x-forwarded-for": "203.0.113.4"})
    ok(guest.post("/api/v1/guests", json={}), 201)
    table = create(guest, ON_ONE_DEVICE)["table"]
    use_up(strict, "analysis_person", me(guest), left=1)
    form = {"table": table, "player": "level1", "seconds": 0.1}
    statuses = [guest.post("/api/v1/analysis", json=form).status_code for _ in range(2)]
    assert statuses == [200, 429]


def test_a_second_concurrent_request_is_refused() -> None:
    limits = Limits()
    with (
        pytest.raises(TooMany) as refused,
        limits.exclusive("analysis", "a"),
        limits.exclusive("analysis", "b"),
        limits.exclusive("analysis", "a"),
    ):
        pass
    assert refused.value.code == "api.one_at_a_time"
    with limits.exclusive("analysis", "a"), limits.exclusive("analysis", "b"):
        pass


def test_some_concurrent_requests_are_allowed_where_a_rule_says_so() -> None:
    limits = Limits()
    with limits.exclusive("request", "a", 2), limits.exclusive("request", "b", 2):
        with (
            limits.exclusive("request", "a", 2),
            pytest.raises(TooMany),
            limits.exclusive("request", "a", 2),
        ):
            pass
        with limits.exclusive("request", "a", 2):
            pass
