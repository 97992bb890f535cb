/** The signed-in user, as stored in the session. */

export interface Tokens {
  access: string;
  refresh?: string;
  /** Expiry of the access token, in seconds since 1970. */
  expiresAt: number;
  /** When to renew the token, in seconds since 1970: before it expires, by a part of its life. */
  renewAt: number;
}

export interface SignedIn {
  /** Random key, made at sign-in, that identifies the session in caches and to the API. */
  key: string;
  /** Time of authentication, in seconds since 1970. */
  startedAt: number;
  /** Time of the last token renewal, which only happens while the session is used, in seconds since 1970. */
  seenAt: number;
  tokens: Tokens;
  name: string;
  email: string;
  /** The account's subject at the provider. */
  subject: string;
}

export type Session =
  | { status: "none" }
  | { status: "expired"; signedIn: SignedIn }
  | { status: "live"; signedIn: SignedIn };
