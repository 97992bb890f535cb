import { describe, expect, it } from "vitest";
import { shellOf } from "#app/services/pages/shell.server.ts";
import { screen, screenFor, shell } from "#app/services/request/route.server.ts";
import { operations } from "#contract/operations.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { visit } from "#tests/support/services/visitor.ts";
import { api } from "#tests/support/services/world.ts";

const permissionsAre = (add: boolean) =>
  api.on("GET /api/v1/users/permissions", json({ suppliers: { view: true, add } }));
const asksAgain = () => new Promise((resolve) => setTimeout(resolve, 1_000));

/** A page that sends no request to the API itself. */
const quiet = screen(async () => "shown");
const dialog = screenFor(operations.suppliers.add, async () => "shown");

describe("a page that sends no request to the API itself", () => {
  it("is refused to a session within a second after the API has ended it", async () => {
    const jar = await signedInWith();
    expect((await visit(quiet, "/dashboard", jar)).body).toBe("shown");
    api.on("GET /api/v1/users/permissions", json({ message: "Your sign-in has ended." }, 401));
    await asksAgain();
    expect(await visit(quiet, "/dashboard", jar)).toMatchObject({ status: 401, body: { status: 401 } });
  });

  it("is shown while the API is down", async () => {
    api.on("GET /api/v1/users/permissions", json({}, 503));
    expect((await visit(quiet, "/dashboard", await signedInWith())).body).toBe("shown");
  });

  it("shares one check between concurrent requests of a session", async () => {
    const jar = await signedInWith();
    await Promise.all(Array.from({ length: 20 }, () => visit(quiet, "/dashboard", jar)));
    // It is one if the machine handles all of them within half a second.
    expect(api.received("GET /api/v1/users/permissions").length).toBeLessThan(5);
  });
});

it("the header shows the user's current name from the API, not the name at sign-in", async () => {
  const header = shell(shellOf);
  const jar = await signedInWith();
  api.on("GET /api/v1/users/permissions", json({ name: "Kim Newname" }));
  expect((await visit(header, "/suppliers", jar)).body).toMatchObject({ name: "Kim Newname" });
  api.on("GET /api/v1/users/permissions", json({}));
  await asksAgain();
  const { name } = (await visit(header, "/suppliers", jar)).body as { name: string };
  expect(name, "another API says no name").toMatch(/^(?!Kim Newname)./);
});

it("a dialog is refused within a second after its permission was revoked", async () => {
  const jar = await signedInWith();
  permissionsAre(true);
  expect((await visit(dialog, "/suppliers/new", jar)).body).toBe("shown");
  permissionsAre(false);
  await asksAgain();
  expect(await visit(dialog, "/suppliers/new", jar)).toMatchObject({ status: 403 });
});
