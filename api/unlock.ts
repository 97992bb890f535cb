/** The command `npm run unlock`. */
import { unlockCommand } from "./identity/unlock-command.ts";

unlockCommand(process.argv.slice(2), process.env).then(
  (words) => process.stdout.write(`${words}\n`),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
