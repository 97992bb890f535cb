/** The command `npm start -- --check`. */
import { runOperatorCommand } from "#api/core/command-line/operator-command.ts";
import { checkCommand } from "./core/database/check-command.ts";

runOperatorCommand(checkCommand);
