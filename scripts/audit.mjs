// `npm run audit`: fails if a production package has a known vulnerability of high or critical severity. If the
// registry offers no audit, it says so and succeeds. Only node: modules: it needs nothing installed.
import { spawnSync } from "node:child_process";

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
  encoding: "utf8",
  shell: process.platform === "win32",
});
const report = parsed(stdout);
const counts = report?.metadata?.vulnerabilities;
if (!counts) {
  console.log("The registry did not answer with an audit, so known vulnerabilities were not checked.");
} else {
  console.log(
    `Known vulnerabilities of production packages: ${counts.critical} critical, ${counts.high} high, ${counts.moderate} moderate.`,
  );
  for (const [name, { severity, range }] of Object.entries(report.vulnerabilities))
    console.log(`  ${severity}: ${name} ${range}`);
  if (counts.critical + counts.high > 0) process.exit(1);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
