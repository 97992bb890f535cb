/** The command `npm run unlock`. */
import { unlockCommand } from "./modules/identity/unlock-command.ts";
import { runOperatorCommand } from "./operator-command.ts";

runOperatorCommand(unlockCommand);
