"""People as others see them: who left, who watches, vacations, engine use, names, choices."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from azulejos.server.ratings.rated_results import MAX_GAMES
from azulejos.server.timing import TIMING
from tests.browser.conftest import PHONE, QUICK, Visit
from tests.browser.hands import bar, result
from tests.browser.scenes import ask, make_table
from tests.browser.test_friends import sign_in
from tests.browser.test_install import WITH_WORKER, wait_for_worker
from tests.browser.test_pages import faults
from tests.browser.test_sign_in import look_at
from tests.server.host.test_engine_use import make_moderator, play_oddly_well
from tests.server.running import FOR_TWO, Running, create, look, lose, me, ok, run_server
from tests.server.services import Server, wait_for

ME, OPEN = {"kind": "me"}, {"kind": "open"}
LIVE = {"clock": {"kind": "live", "bank_s": 300}}
SLOW = {"clock": {"kind": "days", "days": 3}}
PASSWORD = "a long sentence"
RECORD = '[game "azul"] *'
SHARE = """([name, value, isFile]) => {
  const form = Object.assign(document.createElement("form"), {
    action: "/share", method: "POST", enctype: "multipart/form-data",
  });
  const field = Object.assign(document.createElement("input"), { name });
  if (isFile) {
    field.type = "file";
    const files = new DataTransfer();
    files.items.add(new File([value], "game.txt", { type: "text/plain" }));
    field.files = files.files;
  } else field.value = value;
  form.append(field);
  document.body.append(form);
  form.submit();
}"""


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory, built_page: object) -> Iterator[Running]:
    """A server in this process, whose database is at hand. People who have no page are not away."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TIMING, "leave_s", 3600.0)
        file = tmp_path_factory.mktemp("near") / "azulejos.db"
        with run_server(f"sqlite:///{file}") as running:
            yield running


def sit(first: Page, second: Page, base: str, **plan: object) -> str:
    """A game between the people of two pages, which both show it."""
    table = make_table(first.context, base, "azul", [ME, OPEN], **plan)
    ask(second.context, base, f"tables/{table}/join", {})
    for page in (first, second):
        page.goto(f"{base}/table/{table}")
        expect(bar(page)).to_be_visible()
    return table


def test_who_stays_claims_the_win_and_sees_who_watches(
    visit: Visit, near: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "leave_s", 0.5)
    monkeypatch.setattr(TIMING, "claim_s", 0.5)
    base = near.url
    ana, bia, eva = (visit(base=base, screen=(1600, 900), **QUICK) for _ in range(3))
    for page, name in ((ana, "Ana"), (bia, "Bia"), (eva, "Eva")):
        sign_in(page, base, name)
    table = sit(ana, bia, base, **LIVE)
    eva.goto(f"{base}/table/{table}")
    reader = near.client()
    path = f"/api/v1/tables/{table}/spectators"
    wait_for("spectator", lambda: ok(reader.get(path))["count"] == 1)
    ana.reload()
    line = ana.get_by_text("1 watching")
    expect(line).to_contain_text("Eva")
    expect(line.get_by_role("link", name="Eva")).to_be_visible()
    expect(ana.get_by_role("button", name="Claim the win")).to_have_count(0)
    bia.close()
    claim = ana.get_by_role("button", name="Claim the win").first
    expect(claim).to_be_visible()
    look_at(ana, "claim")
    claim.click()
    expect(result(ana)).to_be_visible()


def test_a_vacation_begins_and_ends(visit: Visit, near: Running) -> None:
    page, other = (visit(base=near.url, **QUICK) for _ in range(2))
    sign_in(page, near.url, "Ana")
    sign_in(other, near.url, "Bia")
    sit(page, other, near.url, **SLOW)
    page.goto(f"{near.url}/games")
    card = page.get_by_role("region", name="Vacation")
    expect(card).to_contain_text("You have 30 days left this year.")
    card.get_by_role("button", name="7 days from now").click()
    expect(card.get_by_role("status")).to_contain_text("You are on vacation until")
    look_at(page, "vacation")
    card.get_by_role("button", name="I am back").click()
    expect(card.get_by_role("button", name="3 days from now")).to_be_visible()


def test_moderators_see_who_stands_out(visit: Visit, near: Running) -> None:
    play_oddly_well(near)
    make_moderator(near.parts, me(near.account("Watchful", PASSWORD)))
    page = visit("/account", base=near.url)
    form = page.get_by_role("form", name="Sign in")
    form.get_by_label("Name").fill("Watchful")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("link", name="Moderation").click()
    card = page.get_by_role("region", name="Unusual agreement with the strongest bot")
    expect(card.get_by_role("link", name="Oddly good")).to_be_visible()
    expect(card).to_contain_text("100")
    look_at(page, "engine-use")


def test_a_guest_chooses_a_name_when_joining_by_link(visit: Visit, server: Server) -> None:
    host, guest = visit(**QUICK), visit(device=PHONE, **QUICK)
    sign_in(host, server.url, "Ana")
    table = make_table(host.context, server.url, "azul", [ME, OPEN])
    guest.goto(f"{server.url}/table/{table}")
    form = guest.get_by_role("form", name="Join")
    form.get_by_label("The name that the others see").fill("Tia Lúcia")
    look_at(guest, "join")
    form.get_by_role("button", name="Join as Tia Lúcia").click()
    expect(bar(guest)).to_be_visible()
    host.goto(f"{server.url}/table/{table}")
    expect(host.get_by_text("Tia Lúcia").first).to_be_visible()


def test_ratings_are_seen_in_the_lobby_and_at_the_table(visit: Visit, near: Running) -> None:
    winner, loser = near.guest("Fama"), near.guest("Rosa")
    table = create(winner, FOR_TWO, is_rated=True)["table"]
    ok(loser.post(f"/api/v1/tables/{table}/join", json={}))
    lose(loser, winner, table)
    found = ok(winner.get(f"/api/v1/ratings/azul-2?people={me(winner)}"))
    shown = str(found[me(winner)]["shown"])
    create(winner, FOR_TWO, is_public=True)
    page = visit("/lobby", base=near.url, **QUICK)
    row = page.get_by_role("listitem").filter(has_text=f"Fama ({shown})").first
    expect(row).to_be_visible()
    expect(page.get_by_text("online ·")).to_be_visible()
    look_at(page, "lobby")
    row.get_by_role("link").click()
    seats = page.get_by_role("region", name="Seats")
    expect(seats.get_by_role("listitem").filter(has_text="Fama")).to_contain_text(shown)
    look_at(page, "waiting")
    page.get_by_role("button", name="Join").click()
    expect(bar(page)).to_be_visible()
    expect(page.get_by_text(shown).first).to_be_visible()
    look_at(page, "rated-seat")


def test_the_result_explains_the_change_of_ratings(visit: Visit, near: Running) -> None:
    ana, bia = near.guest("Ana"), near.guest("Bia")
    tables = []
    for _ in range(MAX_GAMES + 1):
        tables.append(create(ana, FOR_TWO, is_rated=True)["table"])
        ok(bia.post(f"/api/v1/tables/{tables[-1]}/join", json={}))
        lose(bia, ana, tables[-1])
    page = visit(f"/table/{tables[0]}", base=near.url, **QUICK)
    rating = result(page).get_by_role("group", name="Rating: Azul")
    changes = ok(ana.get(f"/api/v1/tables/{tables[0]}/ratings"))["changes"]
    for each in changes:
        expect(rating).to_contain_text(f"1200 ± 246 → {each['after']['shown']} ±")
    expect(rating).to_contain_text("was expected to score 50 % against")
    expect(rating).to_contain_text("A provisional rating moves more")
    look_at(page, "rating-change")
    page.goto(f"{near.url}/table/{tables[0]}/text")
    page.get_by_role("button", name="rating", exact=True).click()
    answer = page.get_by_role("region", name="Text view").get_by_role("listitem").first
    expect(answer).to_contain_text("Ana: 1200 ± 246, now")
    expect(answer).to_contain_text("was expected to score 50 % against")
    page.goto(f"{near.url}/table/{tables[-1]}")
    expect(result(page).get_by_text("have played three rated games within a day")).to_be_visible()


def test_a_game_with_a_measured_bot_can_be_rated(visit: Visit, near: Running) -> None:
    page = visit("/new", base=near.url, **QUICK)
    page.get_by_role("radio", name="Level 1").check(force=True)
    expect(page.get_by_text("with a bot a rated game needs a clock")).to_be_visible()
    page.get_by_role("radio", name="3 players").check(force=True)
    expect(page.get_by_text("with bots only games of two count")).to_be_visible()
    page.get_by_role("radio", name="2 players").check(force=True)
    page.get_by_role("radio", name="5 min + 5 s a move").check(force=True)
    page.get_by_role("checkbox", name="Rated").check()
    look_at(page, "new-rated")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/table/*")
    assert look(near.client(), page.url.rsplit("/", 1)[1])["is_rated"]
    page.goto(f"{near.url}/leaders")
    bots = page.get_by_role("row").filter(has_text="built-in bot")
    expect(bots.first).to_be_visible()
    look_at(page, "leaders-bots")


def test_choices_are_remembered(visit: Visit, server: Server) -> None:
    page = visit("/lobby", **QUICK)
    form = page.get_by_role("form", name="Play somebody")
    form.get_by_role("radio", name="BLUE").check(force=True)
    form.get_by_role("radio", name="15 min + 10 s a move").check(force=True)
    form.get_by_role("button", name="Play somebody").click()
    expect(page.get_by_text("Looking for somebody of your strength")).to_be_visible()
    expect(page.get_by_text("15 min + 10 s a move")).to_be_visible()
    page.get_by_role("button", name="Leave").click()
    expect(form.get_by_role("radio", name="BLUE")).to_be_checked()
    expect(form.get_by_role("radio", name="15 min + 10 s a move")).to_be_checked()

    page.goto(f"{server.url}/new?with=friends")
    page.get_by_role("radio", name="3 days a turn").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    page.goto(f"{server.url}/new?with=friends")
    expect(page.get_by_role("radio", name="3 days a turn")).to_be_checked()
    page.goto(f"{server.url}/")
    page.get_by_role("radio", name="Duarte").check(force=True)
    page.get_by_role("button", name="Play Azul").click()
    expect(bar(page)).to_be_visible()
    page.goto(f"{server.url}/")
    expect(page.get_by_role("radio", name="Duarte")).to_be_checked()


@pytest.mark.parametrize("is_file", [False, True])
def test_what_is_shared_is_opened(visit: Visit, server: Server, is_file: bool) -> None:
    page = visit(device=WITH_WORKER, **QUICK)
    wait_for_worker(page)
    page.evaluate(SHARE, ["file" if is_file else "text", RECORD, is_file])
    expect(page).to_have_url(f"{server.url}/analyse/azul")
    expect(page.get_by_role("heading", level=1, name="Analysis")).to_be_visible()
    if is_file:
        return
    address = f"{server.url}/rules/blue"
    page.evaluate(SHARE, ["url", address, False])
    expect(page).to_have_url(address)
    page.evaluate(SHARE, ["text", "Nothing of this can be read", False])
    expect(page.get_by_text("This is neither a link to this page nor a record")).to_be_visible()
    assert faults(page) == []
    look_at(page, "share")
