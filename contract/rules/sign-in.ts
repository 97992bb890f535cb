/**
 * How long a sign-in may take, in seconds, from its first page until the browser is back: the time to install an
 * authenticator app, to write down recovery codes, or to fetch the phone.
 */
export const signInSeconds = 30 * 60;
