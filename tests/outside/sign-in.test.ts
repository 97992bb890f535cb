/** Signing in with OpenID providers that others have written. */
import { type APIRequestContext, type APIResponse, request } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, startGlewlwyd } from "#tests/support/outside/glewlwyd.ts";
import { parts, startLemonldap } from "#tests/support/outside/lemonldap.ts";
import { program } from "#tests/support/outside/partners.ts";
import { type Product, runningProduct } from "#tests/support/outside/running.ts";

const secret = "a secret for the tests alone";
/** Accounts of LemonLDAP::NG's demonstration. Glewlwyd is told of them. */
const [admin, stranger] = ["dwho@badwolf.org", "rtyler@badwolf.org"];

interface Provider<T> {
  authority: string;
  /** Changes the tokens that are issued from now on. */
  setTokens(tokens: T): Promise<void>;
  /** How many access tokens it has issued. */
  issued: number;
  /** The steps of a user on the provider's pages. */
  signIn(person: APIRequestContext, page: string, email: string): Promise<APIResponse>;
  stop(): Promise<void>;
}

/**
 * Signs in with a provider in the ways that each has to support.
 * @param kinds of tokens, by how they are called
 */
function meet<T extends { lifetime: number }, P extends Provider<T>>(
  start: (client: Client) => Promise<P>,
  kinds: Record<string, Omit<T, "lifetime">>,
) {
  let provider: P;
  let product: Product;
  let person: APIRequestContext;

  beforeAll(async () => {
    product = await runningProduct(async ({ url, apiUrl }) => {
      const audience = `${apiUrl}/api`;
      provider = await start({ id: "countinghouse", secret, url, audience });
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
  /** The provider asks who it is. */
  const asks = async (path = "/orders") =>
    (await person.get(path)).url().startsWith(new URL(provider.authority).origin);

  const usesOneToken = async (tokens: T) => {
    await provider.setTokens(tokens);
    await signIn("/orders");
    const before = provider.issued;
    for (let i = 0; i < 5; i++) expect(await titleOf("/orders")).toBe("Orders");
    expect(provider.issued).toBe(before);
  };

  describe.each(Object.entries(kinds))("and %s", (_, kind) => {
    it("the first administrator gets to the page that was requested", async () => {
      await provider.setTokens({ ...kind, lifetime: 300 } as T);
      const page = await signIn("/orders?sort=number");
      expect([page.status(), page.url()]).toEqual([200, `${product.url}/orders?sort=number`]);
      expect(await page.text()).toContain(admin);
    });

    it("five pages in a row use one token of 60 seconds", () => usesOneToken({ ...kind, lifetime: 60 } as T));

    it("tokens are renewed before they end", async () => {
      await provider.setTokens({ ...kind, lifetime: 2 } as T);
      await signIn("/orders");
      const before = provider.issued;
      const renewals = async () => {
        expect(await titleOf("/orders")).toBe("Orders");
        return provider.issued - before;
      };
      await expect.poll(renewals, { timeout: 30_000 }).toBeGreaterThan(2);
    });
  });

  it.each([30, 300])("five pages in a row use one token of %i seconds", (lifetime) => usesOneToken({ lifetime } as T));

  it("somebody without an account here gets a page that says whom to ask, and no session", async () => {
    const page = await signIn("/orders", stranger);
    expect(await page.text()).toContain(`There is no active account here for ${stranger}.`);
    expect(await titleOf("/orders")).not.toBe("Orders");
  });

  it("a session of the provider that is older than asked for is asked to authenticate again", async () => {
    await signIn("/orders");
    const path = "/login?max_age=1&redirect=/orders";
    await expect.poll(() => asks(path), { timeout: 30_000 }).toBe(true);
    const page = await signIn(path);
    expect([page.status(), page.url()]).toEqual([200, `${product.url}/orders`]);
  });

  /** The provider, a browser on its pages, and actions that only this provider supports. */
  return {
    get provider() {
      return provider;
    },
    get product() {
      return product;
    },
    get person() {
      return person;
    },
    signIn,
    asks,
  };
}

const glewlwyd = program("glewlwyd", "Nobody signed in with Glewlwyd.");
describe.skipIf(!glewlwyd)("with Glewlwyd", () => {
  const here = meet((client) => startGlewlwyd(client, [admin, stranger]), {
    "refresh tokens that stay": { isRefreshOnce: false },
    "refresh tokens that work once": { isRefreshOnce: true },
  });

  it("a token without an email address signs the user in by the userinfo endpoint", async () => {
    await here.provider.setTokens({ lifetime: 300, hasEmail: false });
    expect((await here.signIn("/orders")).url()).toBe(`${here.product.url}/orders`);
  });

  it("a token for another audience leads to a page for an administrator, and to a line in the log", async () => {
    await here.provider.setTokens({ lifetime: 300, audience: undefined });
    const page = await here.signIn("/orders");
    expect(await page.text()).toContain("This site cannot use what the sign-in service sent about you.");
    expect(here.product.output).toContain("an access token was refused");
    expect(here.product.output).toContain('unexpected \\"aud\\" claim value');
  });

  it("signing out ends the session here, and its tokens at the provider", async () => {
    const { provider, product, person, signIn, asks } = here;
    await provider.setTokens({ lifetime: 300 });
    await signIn("/orders");
    const before = provider.revoked;
    const left = await person.post("/logout", { headers: { origin: product.url }, maxRedirects: 0 });
    expect(left.headers().location).toContain(`${provider.authority}/end_session?client_id=countinghouse`);
    expect(provider.revoked - before).toBe(2);
    expect(await asks()).toBe(true);
  });
});

const lemonldap = parts.map((part) => program(part, "Nobody signed in with LemonLDAP::NG."));
describe.skipIf(lemonldap.includes(undefined))("with LemonLDAP::NG", () => {
  const here = meet(startLemonldap, {
    "opaque tokens": { isJwt: false },
    "signed tokens": { isJwt: true },
  });

  it("signing out ends both sessions, and leads back", async () => {
    const { provider, product, person, signIn, asks } = here;
    await signIn("/orders");
    const left = await person.post("/logout", { headers: { origin: product.url } });
    expect((await provider.answer(person, left)).url()).toBe(`${product.url}/logged-out`);
    expect(await asks()).toBe(true);
  });
});
