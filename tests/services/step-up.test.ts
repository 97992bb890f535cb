import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { commandForm, commandForms } from "#app/services/forms/command-form.server.ts";
import { takeDraft } from "#app/services/forms/draft.server.ts";
import { publicRoute, screen } from "#app/services/request/route.server.ts";
import { beginSignIn } from "#app/services/session/sign-in.server.ts";
import { users } from "#contract/users/operations.ts";
import { updateUser } from "#contract/users/schema.ts";
import { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInPerson, signedInWith } from "#tests/support/services/session.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { type Outcome, send, visit } from "#tests/support/services/visitor.ts";
import { api } from "#tests/support/services/world.ts";

const command = "POST /api/v1/users/UpdateUser";
const page = "/users/7?edit=details";
const mfa = "https://refeds.org/profile/mfa";
const challenge = {
  status: 401,
  code: "insufficient_user_authentication",
  max_age: 600,
  acr_values: mfa,
  message: "Please confirm that it is you, and send this again.",
};

const action = commandForms({
  details: commandForm({
    operation: users.update,
    schema: updateUser.omit({ UserId: true }),
    input: (values) => ({ ...values, UserId: "7" }),
    saved: "Saved.",
    notSaved: "Not saved.",
    next: () => "/users/7",
  }),
});
const draftOf = screen(takeDraft);
const login = publicRoute(beginSignIn);

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
  api.on(command, json(challenge, 401));
});

const typed = (surname = "Typed before") => ({
  intent: "details",
  Id: randomUUID(),
  Email: "nia@example.com",
  GivenName: "Nia",
  Surname: surname,
  "Roles[]": "Finance",
});
const post = (fields: Record<string, string>): Promise<Outcome> => send(action, page, fields, jar);

describe("a form whose operation requires recent authentication", () => {
  it("redirects to sign-in and is then restored with its input and the same command Id", async () => {
    const form = typed();
    const { status, headers, jar: after } = await post(form);
    expect([status, headers.get("location"), headers.get("x-remix-reload-document")]).toEqual([
      302,
      `/login?${new URLSearchParams({ redirect: page, max_age: "600", acr_values: mfa })}`,
      "true",
    ]);
    const { body } = await visit(draftOf, page, after);
    expect(body).toMatchObject({
      path: page,
      intent: "details",
      values: { Id: form.Id, Surname: "Typed before", Roles: ["Finance"] },
    });
  });

  it("does not end the session", async () => {
    const { jar: after } = await post(typed());
    expect(await signedInPerson(after)).toEqual(await signedInPerson(jar));
  });

  it("keeps longer input on the page, with a link to sign-in", async () => {
    const long = Array.from({ length: 3_000 }, (_, i) => (i * 7919).toString(36)).join(" ");
    const { status, body } = await post({ ...typed(), More: long });
    expect(status).toBe(403);
    expect(body).toMatchObject({
      confirmAt: `/login?${new URLSearchParams({ redirect: page, max_age: "600", acr_values: mfa })}`,
    });
  });
});

describe("on the redirect to the authority", () => {
  const asked = async (query: string) =>
    new URL((await visit(login, `/login?${query}`, new CookieJar())).headers.get("location") ?? "").searchParams;

  it("the maximum age and the method of authentication are requested", async () => {
    const parameters = await asked(new URLSearchParams({ redirect: page, max_age: "600", acr_values: mfa }).toString());
    expect([parameters.get("max_age"), parameters.get("acr_values")]).toEqual(["600", mfa]);
  });

  it("no method is requested if the API requires none", async () => {
    const parameters = await asked("redirect=%2Fusers%2F7&max_age=600");
    expect([parameters.get("max_age"), parameters.get("acr_values")]).toEqual(["600", null]);
  });

  it.each(["max_age=-1", "max_age=soon", `max_age=600&acr_values=${"a".repeat(301)}`, "acr_values=urn"])(
    "invalid parameters are not passed on: %s",
    async (query) => {
      const parameters = await asked(query);
      expect(parameters.get("acr_values")).toBeNull();
      expect(["-1", "soon"]).not.toContain(parameters.get("max_age"));
    },
  );
});
