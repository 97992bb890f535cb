/** The command `npm run restore`. */
import { restoreCommand } from "./backup/restore-command.ts";
import { runOperatorCommand } from "./operator-command.ts";

runOperatorCommand(restoreCommand);
