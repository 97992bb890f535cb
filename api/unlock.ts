/** The command `npm run unlock`. */
import { runOperatorCommand } from "#api/core/command-line/operator-command.ts";
import { unlockCommand } from "./modules/identity/unlock-command.ts";

runOperatorCommand(unlockCommand);
