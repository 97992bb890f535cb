// `npm run unlock -- EMAIL`: lifts the lock of an account, with the API running or not.

import { runBuilt } from "./built-command.mjs";

runBuilt("unlock");
