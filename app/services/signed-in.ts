/** Who is at the browser, as the session keeps it. */

export interface Tokens {
  access: string;
  refresh?: string;
  /** Of the access token: seconds since 1970. */
  expiresAt: number;
}

export interface SignedIn {
  /** Made at sign-in: names the session in caches. */
  key: string;
  tokens: Tokens;
  name: string;
  email: string;
  /** The account at the authority. */
  subject: string;
}

export type Session = { status: "none" } | { status: "expired"; signedIn: SignedIn } | { status: "live"; signedIn: SignedIn };
