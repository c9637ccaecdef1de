/** An action that can fail: whether it runs, why it failed, what it achieved. `ErrorMessage` shows the failure. */

import { Problem } from "../wire/http";

type Work = () => unknown;

export class Task {
  isBusy = $state(false);
  failure = $state.raw<unknown>(null); // of the last run
  done = $state(""); // the success of the last run, if that is said

  /** Run an action; returns whether it succeeded. */
  run = async (work: Work, message = ""): Promise<boolean> => {
    [this.isBusy, this.failure, this.done] = [true, null, ""];
    const hasSucceeded = await this.refresh(work);
    if (hasSucceeded) this.done = message;
    this.isBusy = false;
    return hasSucceeded;
  };

  /** Run an action that nobody has asked for; what is shown of the last one stays until this one ends. */
  refresh = async (work: Work): Promise<boolean> => {
    try {
      await work();
      this.failure = null;
      return true;
    } catch (reason) {
      if (!(reason instanceof Problem)) console.error(reason);
      this.failure = reason;
      return false;
    }
  };

  /** The same as a handler of forms. */
  submit =
    (work: Work, message = "") =>
    (event: SubmitEvent): void => {
      event.preventDefault();
      void this.run(work, message);
    };
}
