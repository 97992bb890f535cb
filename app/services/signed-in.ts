/** Who is at the browser, as the session keeps it. */

export interface Tokens {
  access: string;
  refresh?: string;
  /** Of the access token: seconds since 1970. */
  expiresAt: number;
  /** The authority did not say when the access token ends, so `expiresAt` is our guess. */
  isEndGuessed?: boolean;
}

export interface SignedIn {
  /** Made at sign-in: names the session in caches, and for the API. */
  key: string;
  /** When the person proved who they are: seconds since 1970. */
  startedAt: number;
  /** When the tokens were last renewed, which happens only while the session is used: seconds since 1970. */
  seenAt: number;
  tokens: Tokens;
  name: string;
  email: string;
  /** The account at the authority. */
  subject: string;
}

export type Session =
  | { status: "none" }
  | { status: "expired"; signedIn: SignedIn }
  | { status: "live"; signedIn: SignedIn };
