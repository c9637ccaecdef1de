/** Explains a move in a position that was set up or analysed: its steps, or why it is not legal. */

import type { Explanation, PositionJson } from "../games";
import { Problem, call } from "../wire/http";

export async function explainMove(position: PositionJson, move: string): Promise<Explanation> {
  try {
    return { kind: "forecast", steps: (await call("POST /positions/explanation", { body: { position, move } })).steps };
  } catch (reason) {
    if (!(reason instanceof Problem) || !reason.code) throw reason;
    return { kind: "refusal", error: { code: reason.code, args: reason.args }, clause: reason.clause };
  }
}
