/** The command `npm run backup`. */
import { runOperatorCommand } from "#api/core/command-line/operator-command.ts";
import { backupCommand } from "./modules/backup/backup-command.ts";

runOperatorCommand(backupCommand);
