/** The command `npm start -- --check`. */
import { checkCommand } from "./core/database/check-command.ts";
import { runOperatorCommand } from "./operator-command.ts";

runOperatorCommand(checkCommand);
