/** Entry point of the back office. A failed start reports its reason in one line. */
try {
  const { start } = await import("./start.ts");
  await start();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

export {};
