/** The command `npm run invite`. */
import { inviteCommand } from "./modules/identity/administrator/invite-command.ts";
import { runOperatorCommand } from "./operator-command.ts";

runOperatorCommand(inviteCommand);
