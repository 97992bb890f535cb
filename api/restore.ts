/** The command `npm run restore`. */
import { runOperatorCommand } from "#api/core/command-line/operator-command.ts";
import { restoreCommand } from "./modules/backup/restore-command.ts";

runOperatorCommand(restoreCommand);
