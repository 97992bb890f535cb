// `npm run invite -- EMAIL`: prints an address at which somebody becomes an administrator, with the API running or not.

import { runBuilt } from "./built-command.mjs";

runBuilt("invite");
