/** The command `npm run invite`. */
import { inviteCommand } from "./identity/administrator/invite-command.ts";

inviteCommand(process.argv.slice(2), process.env).then(
  (words) => process.stdout.write(`${words}\n`),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
