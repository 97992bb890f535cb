/** Messages for failures to start: one line that says what to do. `scripts/` has its own for what runs earlier. */

interface SystemError {
  code?: string;
  message: string;
}

/**
 * Returns the error to throw instead of the server's own if it cannot listen.
 * @param variable the environment variable with the port
 */
export function cannotListen({ code, message }: SystemError, port: number, variable: string): Error {
  if (code === "EADDRINUSE")
    return new Error(`Port ${port} is in use. Stop what runs there, or set ${variable} to another one.`);
  if (code === "EACCES")
    return new Error(`This user may not open port ${port}. Set ${variable} to a number above 1023.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new Error("HOST is not an address of this machine. Set it to one that is, or leave it out.");
  return new Error(`Port ${port} cannot be opened: ${message}. Set ${variable} or HOST to another one.`);
}
