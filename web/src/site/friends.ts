/** The calls of the HTTP API about friends, spectators and leaderboards, which the first page does not need. */

import { call } from "../wire/http";
import type * as wire from "../wire/messages";

export const fetchFollows = () => call<wire.FollowsAnswer>("GET", "/follows");
export const followPerson = (person: string) => call<void>("PUT", `/follows/${person}`);
export const unfollowPerson = (person: string) => call<void>("DELETE", `/follows/${person}`);
export const challengePerson = (form: wire.ChallengeForm) => call<wire.View>("POST", "/challenges", form);
export const declineChallenge = (table: string) => call<void>("POST", `/challenges/${table}/decline`);

export const fetchVacation = () => call<wire.VacationAnswer>("GET", "/vacation");
export const beginVacation = (form: wire.VacationForm) => call<wire.VacationAnswer>("PUT", "/vacation", form);
export const endVacation = () => call<wire.VacationAnswer>("DELETE", "/vacation");

export const fetchSpectators = (table: string) => call<wire.SpectatorsAnswer>("GET", `/tables/${table}/spectators`);
export const fetchLeaders = (pool: string, period: "all" | "week") =>
  call<wire.BestAnswer[]>("GET", `/leaderboards/${pool}?period=${period}`);
export const fetchSignals = () => call<wire.SignalAnswer[]>("GET", "/moderation/signals");
