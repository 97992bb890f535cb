import { expect, it } from "vitest";
import { loader as dashboard } from "#app/routes/dashboard.tsx";
import { loader as start } from "#app/routes/home.tsx";
import { shellOf } from "#app/services/pages/shell.server.ts";
import { shell } from "#app/services/request/route.server.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { visit } from "#tests/support/services/visitor.ts";
import { api } from "#tests/support/services/world.ts";

it("an API without a home page keeps the specified page, which is not in the menu", async () => {
  const jar = await signedInWith();
  expect(await visit(dashboard, "/dashboard", jar)).toMatchObject({ status: 200, body: null });
  const { menu } = (await visit(shell(shellOf), "/dashboard", jar)).body as Awaited<ReturnType<typeof shellOf>>;
  expect(menu.flatMap(({ entries }) => entries.map(({ label }) => label))).not.toContain("Home");
  expect(api.received("GET /api/v1/home/waiting")).toEqual([]);
  // Chosen while the API had one.
  jar.set("start", "home");
  const { status, headers } = await visit(start, "/", jar);
  expect([status, headers.get("location")]).toEqual([302, "/suppliers"]);
});
