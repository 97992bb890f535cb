/** Signing in with OpenID providers that others have written. */
import { type APIRequestContext, request } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startGlewlwyd } from "#tests/support/outside/glewlwyd.ts";
import { program } from "#tests/support/outside/partners.ts";
import { type Product, runningProduct } from "#tests/support/outside/running.ts";

const secret = "a secret for the tests alone";
const admin = "admin@countinghouse.example";
const stranger = "stranger@elsewhere.example";
const glewlwyd = program("glewlwyd", "Nobody signed in with Glewlwyd.");

describe.skipIf(!glewlwyd)("with Glewlwyd", () => {
  let provider: Awaited<ReturnType<typeof startGlewlwyd>>;
  let product: Product;
  let person: APIRequestContext;

  beforeAll(async () => {
    product = await runningProduct(async ({ url, apiUrl }) => {
      const audience = `${apiUrl}/api`;
      provider = await startGlewlwyd({ id: "countinghouse", secret, url, audience }, [admin, stranger]);
      return {
        OIDC_AUTHORITY: provider.authority,
        OIDC_AUDIENCE: audience,
        OIDC_CLIENT_SECRET: secret,
        OIDC_TRUST_EMAILS: "on",
        FIRST_ADMIN: admin,
        DEMO: "off",
      };
    });
  });
  afterAll(async () => {
    await product?.stop();
    await provider?.stop();
  });
  beforeEach(async () => {
    person = await request.newContext({ baseURL: product.url });
    return () => person.dispose();
  });

  const titleOf = async (path: string) => /<title>(.*?) ·/.exec(await (await person.get(path)).text())?.[1];
  const signIn = async (path: string, email = admin) => provider.signIn(person, (await person.get(path)).url(), email);

  it("the first administrator gets to the page that was requested", async () => {
    const page = await signIn("/orders?sort=number");
    expect([page.status(), page.url()]).toEqual([200, `${product.url}/orders?sort=number`]);
    expect(await page.text()).toContain(admin);
  });

  it.each([30, 60, 300])("five pages in a row use one token of %i seconds", async (lifetime) => {
    await provider.setTokens({ lifetime });
    await signIn("/orders");
    const before = provider.issued;
    for (let i = 0; i < 5; i++) expect(await titleOf("/orders")).toBe("Orders");
    expect(provider.issued).toBe(before);
  });

  it.each([false, true])(
    "tokens are renewed before they end; a refresh token works once: %j",
    async (isRefreshOnce) => {
      await provider.setTokens({ lifetime: 2, isRefreshOnce });
      await signIn("/orders");
      const before = provider.issued;
      const renewals = async () => {
        expect(await titleOf("/orders")).toBe("Orders");
        return provider.issued - before;
      };
      await expect.poll(renewals, { timeout: 30_000 }).toBeGreaterThan(2);
    },
  );

  it("a token without an email address signs the user in by the userinfo endpoint", async () => {
    await provider.setTokens({ lifetime: 300, hasEmail: false });
    expect((await signIn("/orders")).url()).toBe(`${product.url}/orders`);
  });

  it("a token for another audience leads to a page for an administrator, and to a line in the log", async () => {
    await provider.setTokens({ lifetime: 300, audience: undefined });
    const page = await signIn("/orders");
    expect(await page.text()).toContain("This site cannot use what the sign-in service sent about you.");
    expect(product.output).toContain("an access token was refused");
    expect(product.output).toContain('unexpected \\"aud\\" claim value');
  });

  it("somebody without an account here gets a page that says whom to ask, and no session", async () => {
    await provider.setTokens({ lifetime: 300 });
    const page = await signIn("/orders", stranger);
    expect(await page.text()).toContain(`There is no active account here for ${stranger}.`);
    expect((await person.get("/orders")).url()).toContain("login.html");
  });

  it("a session of the provider that is older than asked for is asked to authenticate again", async () => {
    await provider.setTokens({ lifetime: 300 });
    await signIn("/orders");
    const again = async () => (await person.get("/login?max_age=1&redirect=/orders")).url();
    await expect.poll(again, { timeout: 30_000 }).toContain("login.html");
    const page = await provider.signIn(person, await again(), admin);
    expect([page.status(), page.url()]).toEqual([200, `${product.url}/orders`]);
  });

  it("signing out ends the session here, and its tokens at the provider", async () => {
    await provider.setTokens({ lifetime: 300 });
    await signIn("/orders");
    const before = provider.revoked;
    const left = await person.post("/logout", { headers: { origin: product.url }, maxRedirects: 0 });
    expect(left.headers().location).toContain(`${provider.authority}/end_session?client_id=countinghouse`);
    expect(provider.revoked - before).toBe(2);
    expect((await person.get("/orders")).url()).toContain("login.html");
  });
});
