// `npm run backup -- FILE`: writes the whole database to one file, with the API running or not.

import { runBuilt } from "./built-command.mjs";

runBuilt("backup");
