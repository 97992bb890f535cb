/** The command `npm run backup`. */
import { backupCommand } from "./backup/backup-command.ts";
import { runOperatorCommand } from "./operator-command.ts";

runOperatorCommand(backupCommand);
