/** The command `npm run backup`. */
import { backupCommand } from "./modules/backup/backup-command.ts";
import { runOperatorCommand } from "./operator-command.ts";

runOperatorCommand(backupCommand);
