/** Vitest's order of test files: those that take long start first, because the others fit into the gaps. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Vitest only knows the sizes of files in a fresh clone; these take longer than theirs suggest. The longest is first. */
const longest = [
  "api/backup",
  "api/access",
  "api/products-import",
  "api/oversized",
  "api/products-random-edits",
  "api/products-workbook-memory",
  "api/database-outage",
  "api/identity-lock-out",
  "api/unlock",
  "services/start",
  "services/server-end",
  "services/restart",
  "services/start-obstacles",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
