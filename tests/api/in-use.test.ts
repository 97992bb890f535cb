import Fastify, { type FastifyBaseLogger } from "fastify";
import pino from "pino";
import { expect, test } from "vitest";
import { answerProblems } from "#api/core/http/problems.ts";
import { InUse } from "#api/core/refusals/refusal.ts";

test("a refusal because of use lists the users of the record, and is not logged as an error", async () => {
  const lines: { level: string; msg: string; users?: number }[] = [];
  const log: FastifyBaseLogger = pino(
    { level: "info", formatters: { level: (level) => ({ level }) } },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  const app = Fastify({ loggerInstance: log });
  answerProblems(app);
  app.get("/", () => {
    throw new InUse([{ id: 7, name: "Tray" }]);
  });
  const response = await app.inject("/");
  expect([response.statusCode, response.headers["content-type"], response.json()]).toEqual([
    500,
    "application/json; charset=utf-8",
    [{ id: 7, name: "Tray" }],
  ]);
  expect(lines.find(({ msg }) => msg === "in use")).toMatchObject({ level: "info", users: 1 });
  expect(lines.filter(({ level }) => level !== "info")).toEqual([]);
  await app.close();
});
