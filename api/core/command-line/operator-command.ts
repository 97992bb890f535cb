/** Runs a command of the operator as a process, and reports an error in one line. */
export function runOperatorCommand(command: (args: string[], env: NodeJS.ProcessEnv) => Promise<string>): void {
  command(process.argv.slice(2), process.env).then(
    (words) => process.stdout.write(`${words}\n`),
    (error: Error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    },
  );
}
