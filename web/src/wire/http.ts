/** The server's HTTP API. A call returns data, or throws a `Problem` with a code. */

import type * as wire from "./messages";

/** An error of the API: the code and arguments of a sentence. */
export class Problem extends Error {
  constructor(
    readonly status: number, // 0 when there was no answer
    readonly code: string,
    readonly args: Record<string, unknown>,
    readonly clause = "", // of an illegal move
  ) {
    super(code);
  }
}

async function request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin", signal };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, init);
  } catch {
    throw new Problem(0, "", {});
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Problem(response.status, problem.code ?? "", problem.args ?? {}, problem.clause ?? "");
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await request(method, path, body);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** The JSON lines of an answer as they arrive; a line that refuses is thrown as a `Problem`. */
export async function* streamLines<T>(path: string, body?: unknown, signal?: AbortSignal): AsyncGenerator<T, void> {
  const response = await request("POST", path, body, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (true) {
    const { done, value } = await reader.read().catch(() => {
      throw new Problem(0, "", {});
    });
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop()!;
    for (const line of lines.filter(Boolean)) {
      const message = JSON.parse(line);
      if (message.type === "refused") throw new Problem(409, message.error.code, message.error.args);
      yield message as T;
    }
    if (done) return;
  }
}

// ---- People

export const fetchVisitor = () => call<wire.VisitorAnswer>("GET", "/visitor");
export const makeGuest = (form: wire.GuestForm) => call<wire.MeAnswer>("POST", "/guests", form);
export const changeMe = (form: wire.ChangeForm) => call<wire.MeAnswer>("PATCH", "/me", form);
export const claimAccount = (form: wire.AccountForm) => call<wire.MeAnswer>("POST", "/account", form);
export const logIn = (form: wire.LoginForm) => call<wire.MeAnswer>("POST", "/sessions", form);
export const changePassword = (form: wire.PasswordForm) => call<void>("PUT", "/account/password", form);
export const fetchCodes = () => call<wire.CodesAnswer>("GET", "/account/recovery");
export const makeCodes = (form: wire.RecoveryForm) => call<wire.RecoveryAnswer>("POST", "/account/recovery", form);
export const recoverAccount = (form: wire.RecoverForm) => call<wire.MeAnswer>("POST", "/account/recover", form);
export const deleteMe = (form: wire.DeletionForm) => call<void>("POST", "/me/deletion", form);
export const fetchPasskeys = () => call<wire.PasskeyAnswer[]>("GET", "/account/passkeys");
export const startPasskey = (form: wire.PasskeyStartForm) => call<wire.PasskeyOptionsAnswer>("POST", "/account/passkey_options", form);
export const addPasskey = (form: wire.PasskeyForm) => call<wire.PasskeyAnswer>("POST", "/account/passkeys", form);
export const renamePasskey = (id: string, form: wire.PasskeyNameForm) => call<void>("PATCH", `/account/passkeys/${id}`, form);
export const removePasskey = (id: string) => call<void>("DELETE", `/account/passkeys/${id}`);
export const startPasskeyLogin = () => call<wire.PasskeyOptionsAnswer>("POST", "/passkey_sessions/options");
export const logInWithPasskey = (form: wire.PasskeyLoginForm) => call<wire.MeAnswer>("POST", "/passkey_sessions", form);
export const fetchMail = () => call<wire.MailAnswer>("GET", "/mail");
export const changeMail = (form: wire.MailForm) => call<void>("PUT", "/mail", form);
export const removeMail = () => call<void>("DELETE", "/mail");
export const chooseDigest = (form: wire.DigestForm) => call<void>("PUT", "/mail/digest", form);
export const confirmMail = (form: wire.LinkForm) => call<void>("POST", "/mail/confirm", form);
export const stopMail = (secret: string) => call<void>("POST", `/mail/stop/${secret}`);
export const askRecovery = (form: wire.ForgottenForm) => call<void>("POST", "/account/forgotten", form);
export const recoverByMail = (form: wire.NewPasswordForm) => call<wire.MeAnswer>("POST", "/account/new-password", form);
export const logOut = () => call<void>("DELETE", "/sessions");
export const fetchSessions = () => call<wire.SessionAnswer[]>("GET", "/sessions");
export const endSession = (id: string) => call<void>("DELETE", `/sessions/${id}`);
export const fetchProfile = (person: string) => call<wire.PersonPageAnswer>("GET", `/people/${person}`);
/** What a game did to the ratings of its players. */
export const fetchGameRatings = (table: string) => call<wire.GameRatingsAnswer>("GET", `/tables/${table}/ratings`);
/** The measured ratings of the built-in bots for a game, a number of players and options. */
export const fetchBots = (pool: string, options: Record<string, string>) =>
  call<Record<string, number>>("GET", `/bots/${pool}?options=${Object.entries(options).map((each) => each.join("=")).join(",")}`);
export const fetchRatings = (pool: string, people: string[]) =>
  call<Record<string, wire.RatingAnswer>>("GET", `/ratings/${pool}?people=${people.join(",")}`);
export const fetchPoints = (person: string, pool: string) =>
  call<wire.PointAnswer[]>("GET", `/people/${person}/ratings/${pool}`);

// ---- Talking, blocking, moderation

export const fetchWords = (table: string) => call<wire.TalkAnswer>("GET", `/tables/${table}/words`);
export const sayWords = (table: string, form: wire.WordsForm) => call<wire.WordsView>("POST", `/tables/${table}/words`, form);
export const fetchBlocks = () => call<wire.BlockAnswer[]>("GET", "/blocks");
export const putBlock = (person: string, form: wire.BlockForm) => call<void>("PUT", `/blocks/${person}`, form);
export const removeBlock = (person: string) => call<void>("DELETE", `/blocks/${person}`);
export const reportPerson = (form: wire.ReportForm) => call<void>("POST", "/reports", form);
export const confirmWarning = (id: string) => call<void>("POST", `/warnings/${id}`);
export const fetchReports = (state: "open" | "all") => call<wire.ReportAnswer[]>("GET", `/moderation/reports?state=${state}`);
export const closeReport = (id: string) => call<void>("POST", `/moderation/reports/${id}/close`);
export const fetchSpoken = (table: string) => call<wire.HeardAnswer[]>("GET", `/moderation/tables/${table}/words`);
export const fetchHistory = (person: string) => call<wire.HistoryAnswer>("GET", `/moderation/people/${person}`);
export const warnPerson = (person: string, form: wire.WarnForm) => call<void>("POST", `/moderation/people/${person}/warnings`, form);
export const banPerson = (person: string, form: wire.BanForm) => call<void>("POST", `/moderation/people/${person}/bans`, form);
export const liftBans = (person: string) => call<void>("DELETE", `/moderation/people/${person}/bans`);
export const annulGame = (table: string) => call<void>("POST", `/moderation/tables/${table}/annul`);

export const fetchPushKey = () => call<wire.KeyAnswer>("GET", "/push/key");
export const startPush = (form: wire.SubscriptionForm) => call<void>("POST", "/push/subscriptions", form);
export const endPush = (form: wire.EndpointForm) => call<void>("POST", "/push/subscriptions/end", form);

// ---- Tables

export const fetchServerInfo = (language: string) => call<wire.ServerAnswer>("GET", `/server?language=${language}`);
export const makeTable = (form: wire.TableForm) => call<wire.View>("POST", "/tables", form);
export const join = (table: string, form: wire.JoinForm) =>
  call<wire.View>("POST", `/tables/${table}/join`, form);
export const pair = (form: wire.PairingForm) => call<wire.View>("POST", "/pairing", form);
export const rematch = (table: string, form: wire.RematchForm) =>
  call<wire.View>("POST", `/tables/${table}/rematch`, form);
export const pledge = (table: string, form: wire.PledgeForm) =>
  call<wire.View>("POST", `/tables/${table}/pledge`, form);
export const reveal = (table: string, form: wire.RevealForm) =>
  call<wire.View>("POST", `/tables/${table}/reveal`, form);
export const fetchTable = (table: string) => call<wire.View>("GET", `/tables/${table}`);
export const fetchReplay = (table: string) => call<wire.Replay>("GET", `/tables/${table}/replay`);
export const fetchGames = (person: string, before?: number, status?: "playing") => {
  const query = new URLSearchParams({ ...(before ? { before: String(before) } : {}), ...(status ? { status } : {}) });
  return call<wire.TablesAnswer>("GET", `/people/${person}/tables?${query}`);
};

// ---- Positions and boards

type Position = Record<string, unknown>;

export const showPosition = (position: Position, moves: string[] = []) =>
  call<wire.PositionView>("POST", "/positions", { position, moves });
export const explainMove = (position: Position, move: string) =>
  call<wire.ExplainAnswer>("POST", "/positions/explanation", { position, move });
export const drawDeal = (position: Position) => call<wire.DealAnswer>("POST", "/positions/deal", { position });
export const checkPosition = (position: Position) => call<wire.FaultsView>("POST", "/positions/faults", { position });
export const scorePosition = (position: Position) => call<wire.ScoreView>("POST", "/positions/score", { position });
export const readGame = (text: string) => call<wire.TreeAnswer>("POST", "/trees", { text });
export const shareBoard = (form: wire.BoardForm) => call<wire.BoardAnswer>("POST", "/boards", form);
export const fetchBoard = (board: string) => call<wire.BoardAnswer>("GET", `/boards/${board}`);
export const addToBoard = (board: string, path: string[], move: string) =>
  call<wire.BoardAnswer>("POST", `/boards/${board}/additions`, { path, move });
export const removeFromBoard = (board: string, path: string[]) =>
  call<wire.BoardAnswer>("POST", `/boards/${board}/removals`, { path });

/** A file that the server makes from what it is sent. */
export async function fetchFile(path: "/trees/text" | "/positions/picture.svg" | "/positions/picture.png", form: object): Promise<Blob> {
  return (await request("POST", path, form)).blob();
}

/** The record of a table's game as text. */
export async function fetchRecord(table: string): Promise<string> {
  return (await request("GET", `/tables/${table}/record`)).text();
}

// ---- Learning

export const practise = (form: wire.PracticeForm) => call<wire.PracticeAnswer>("POST", "/practice", form);
export const fetchDrill = (game: string, kind: string) => call<wire.DrillAnswer>("GET", `/learn/${game}/drills/${kind}`);
export const fetchPath = (game: string) => call<wire.LevelAnswer[]>("GET", `/learn/${game}/path`);
export const fetchHabits = (game: string) => call<wire.HabitsAnswer>("GET", `/learn/${game}/habits`);
export const fetchLearn = (game: string) => call<wire.LearnAnswer>("GET", `/learn/${game}`);
export const tryExercise = (game: string, lesson: string, number: number, form: wire.ExerciseForm) =>
  call<wire.TryAnswer>("POST", `/learn/${game}/lessons/${lesson}/${number}`, form);
export const fetchDaily = (game: string) => call<wire.PuzzleAnswer>("GET", `/puzzle/daily?game=${game}`);
export const fetchNext = (game: string, theme: string) =>
  call<wire.PuzzleAnswer>("GET", `/puzzle/next?game=${game}${theme ? `&theme=${theme}` : ""}`);
export const fetchPuzzle = (id: string) => call<wire.PuzzleAnswer>("GET", `/puzzle/${id}`);
export const fetchConsent = () => call<wire.ConsentAnswer>("GET", "/puzzle/consent");
export const changeConsent = (form: wire.ConsentForm) => call<wire.ConsentAnswer>("PUT", "/puzzle/consent", form);
export const fetchThemes = (game: string) => call<wire.ThemeAnswer[]>("GET", `/puzzle/themes?game=${game}`);
export const fetchStanding = (game: string) => call<wire.StandingAnswer>("GET", `/puzzle/standing?game=${game}`);
export const answerPuzzle = (id: string, form: wire.SolveForm) =>
  call<wire.AttemptAnswer>("POST", `/puzzle/${id}/answer`, form);
export const fetchPuzzleHint = (id: string) => call<wire.LookAnswer>("POST", `/puzzle/${id}/hint`);
export const startRace = (form: wire.RaceForm) => call<wire.RaceAnswer>("POST", "/puzzle-races", form);
export const answerRace = (id: string, form: wire.TryForm) => call<wire.RaceAnswer>("POST", `/puzzle-races/${id}`, form);

// ---- Reviews

/** Try a move instead of the one that was made at a ply of a finished game. */
export const tryMove = (table: string, form: wire.AttemptForm) =>
  call<wire.JudgementView>("POST", `/tables/${table}/review/attempt`, form);

/** The positions of a line that begins instead of the move of a ply, and the moves that may follow. */
export const fetchLine = (table: string, form: wire.LineForm) =>
  call<wire.LineAnswer>("POST", `/tables/${table}/review/line`, form);

/** Public games in progress, with ratings and spectators. */
export const fetchWatch = () => call<wire.WatchAnswer>("GET", "/watch");

/** Let the server draw every deal of a finished game again, and compare with what was kept. */
export async function checkFair(table: string, kept: object | null): Promise<wire.FairAnswer> {
  const response = await fetch(recordAddress(table, "text"));
  return call<wire.FairAnswer>("POST", "/fair", { record: await response.text(), kept });
}

/** The address of a picture of a table's position; the version makes the browser ask again after a move. */
export const pictureAddress = (table: string, version: number) => `/api/v1/tables/${table}/picture.svg?version=${version}`;

/** The address of a game's record, as text or as JSON. */
export const recordAddress = (table: string, form: "text" | "json") =>
  `/api/v1/tables/${table}/record${form === "json" ? ".json" : ""}`;
