/** The command `npm run invite`. */
import { runOperatorCommand } from "#api/core/command-line/operator-command.ts";
import { inviteCommand } from "./modules/identity/administrator/invite-command.ts";

runOperatorCommand(inviteCommand);
