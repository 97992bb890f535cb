/** The demo accounts by their role in the tests, and signing in as them on the real sign-in page. */
import { type APIRequestContext, request } from "@playwright/test";

export const password = "counting-house";

export const accounts = {
  admin: "admin@countinghouse.example",
  operator: "operator@countinghouse.example",
  catalogue: "catalogue@countinghouse.example",
  finance: "finance@countinghouse.example",
  readonly: "readonly@countinghouse.example",
  acaciaOwner: "owner@acacia.example",
  acaciaBooks: "books@acacia.example",
  acaciaProducts: "products@acacia.example",
  acaciaOrders: "orders@acacia.example",
  banksiaOwner: "owner@banksia.example",
} as const;
export type Account = keyof typeof accounts;

export type SignInState = Awaited<ReturnType<APIRequestContext["storageState"]>>;

/** Before the access token of ten minutes is renewed: contexts that share a state would all spend one refresh token. */
const reusedForMs = 5 * 60_000;
const states = new Map<Account, { state: Promise<SignInState>; madeAt: number }>();

/** Returns the cookies of a signed-in user, created once per worker. */
export function signedInState(account: Account): Promise<SignInState> {
  const known = states.get(account);
  if (known && Date.now() - known.madeAt < reusedForMs) return known.state;
  const state = signIn(account);
  states.set(account, { state, madeAt: Date.now() });
  return state;
}

async function signIn(account: Account): Promise<SignInState> {
  // Empty storage: inside a test the context would already be signed in as the test's user.
  const context = await request.newContext({
    baseURL: process.env.PUBLIC_URL,
    storageState: { cookies: [], origins: [] },
  });
  try {
    const page = await context.get("/login?redirect=/healthz");
    const [, action = ""] = (await page.text()).match(/<form method="post" action="([^"]+)"/) ?? [];
    const target = new URL(action, page.url());
    const answer = await context.post(target.href, {
      form: { email: accounts[account], password },
      headers: { origin: target.origin },
    });
    if ((await answer.text()) !== "up")
      throw new Error(`${accounts[account]} could not sign in: ${answer.status()} ${answer.url()}`);
    return await context.storageState();
  } finally {
    await context.dispose();
  }
}
