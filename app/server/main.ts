/** Where the process of the back office begins. A start that fails says why in one line. */
try {
  const { start } = await import("./start");
  await start();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

export {};
