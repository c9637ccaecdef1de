/** A table of each game as our own library draws it, for the rules. */

import azul from "../../../docs/azul.svg?url";
import blue from "../../../docs/blue.svg?url";

export const pictures: Record<string, string> = { azul, blue };
