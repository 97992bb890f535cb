/** The command `npm run restore`. */
import { restoreCommand } from "./modules/backup/restore-command.ts";
import { runOperatorCommand } from "./operator-command.ts";

runOperatorCommand(restoreCommand);
