// `npm run restore -- FILE`: replaces the whole database by the content of a backup.

import { runBuilt } from "./built-command.mjs";

runBuilt("restore");
