/** The environment of every service test: a stub API, a stub authority, and a back office configured for them. */
import { afterAll, afterEach, vi } from "vitest";
import { startStubApi } from "./stub-api.ts";
import { clientId, StubAuthority } from "./stub-authority.ts";

export const publicUrl = "http://back.office.example";
export const sessionSecret = "a secret of the tests that is long enough to seal with";

export const authority = await new StubAuthority().start();
export const api = await startStubApi(authority.url, clientId);

// Set before the first service is imported, because services read their environment once.
Object.assign(process.env, {
  PUBLIC_URL: publicUrl,
  API_URL: api.url,
  SESSION_SECRET: sessionSecret,
  OIDC_CLIENT_SECRET: "the client's secret",
  LOG_LEVEL: "silent",
});

afterEach(() => {
  api.forget();
  authority.forget();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

afterAll(async () => {
  await Promise.all([api.stop(), authority.stop()]);
});
