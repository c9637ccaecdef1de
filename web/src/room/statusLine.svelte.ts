/** The status line of a table on the server, besides the move: whose turn it is, and the offers that await an answer. */

import { serverNow } from "../site/now.svelte";
import type { Urgent } from "../table/ConfirmBar.svelte";
import type { LiveTable } from "../table/liveTable.svelte";
import { turnText } from "../table/playedTable";
import { say } from "../words/texts.svelte";
import { remarkAfter } from "./remarks";

export class StatusLine {
  private readonly view = $derived.by(() => this.table.view!);
  private readonly mover = $derived.by(() => (this.view.turn === null ? null : this.view.seats[this.view.turn]));
  private readonly isMine = $derived.by(() => this.view.turn !== null && this.view.you.includes(this.view.turn));

  readonly status = $derived.by(() => {
    if (this.table.isOver || this.view.turn === null) return turnText(this.table);
    const name = this.table.voice.seatName(this.view.turn);
    return this.isMine ? turnText(this.table) : say(this.mover!.bot ? "table.thinks" : "table.waits", { name });
  });

  /** The remark of a bot about its last move; "" if there is none. */
  readonly remark = $derived.by(() => {
    const last = this.table.events.findLast((event) => event.kind === "moved");
    return last ? remarkAfter(this.view.game, this.view.seats[last.data.seat]?.bot ?? "", last.version) : "";
  });

  /** An offer, or a seat to be taken or taken back. */
  readonly urgent = $derived.by((): Urgent | null => {
    const { view, table } = this;
    if (view.status !== "playing" || view.you.length === 0) return null;
    if (view.offer) {
      const text = say(`offer.${view.offer.what}`, { name: table.voice.seatName(view.offer.seat) });
      const agree = { label: say("offer.agree"), isMain: true, act: () => table.act("agree") };
      const disagree = { label: say("offer.disagree"), act: () => table.act("disagree") };
      return { text, choices: view.offer.awaits_you ? [disagree, agree] : [] };
    }
    if (view.you.some((seat) => view.seats[seat].can_return))
      return { text: "", choices: [{ label: say("act.return"), isMain: true, act: () => table.act("return") }] };
    return this.isMine ? null : this.claim; // nobody waits for another player
  });

  /** A seat that the reader may let a bot play, or against which they may claim the win. */
  private get claim(): Urgent | null {
    const { view, table } = this;
    const seat = view.seats.findIndex((each) => !each.is_you && each.claim_at !== null && each.claim_at <= serverNow());
    if (seat < 0) return null;
    const name = table.voice.seatName(seat);
    const stand = (label: string) => ({ label, act: () => table.act("claim", seat) });
    if (view.players > 2) return { text: "", choices: [stand(say("act.claim", { name }))] };
    const win = { label: say("act.claim.win"), isMain: true, act: () => table.act("claim_win", seat) };
    return { text: say("act.claim.about", { name }), choices: [stand(say("act.claim.bot")), win] };
  }

  constructor(private table: LiveTable) {}
}
