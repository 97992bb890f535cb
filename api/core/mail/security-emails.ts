/** Emails about the security of a user's account. */
import { type Written, written } from "./emails.ts";

export type SecondFactorEvent =
  | { what: "app added" | "app removed" | "codes renewed" | "reset" }
  | { what: "passkey added" | "passkey removed"; name: string }
  | { what: "code used"; left: number };

/** @param link to the page for changing second factors */
export function secondFactorEmail(event: SecondFactorEvent, link: string): Written {
  const { subject, sentence } = textOf(event);
  return written(subject, [
    "Hello,",
    sentence,
    "If this was not you, change your password at once and tell an administrator.",
    { button: "See your second factor", href: link },
  ]);
}

function textOf(event: SecondFactorEvent): { subject: string; sentence: string } {
  switch (event.what) {
    case "app added":
      return {
        subject: "An authenticator app was added to your account",
        sentence: "An authenticator app was set up for your Countinghouse account. Signing in now asks for its codes.",
      };
    case "app removed":
      return {
        subject: "The authenticator app was removed from your account",
        sentence: "The authenticator app of your Countinghouse account was removed. Its codes no longer work.",
      };
    case "passkey added":
      return {
        subject: "A passkey was added to your account",
        sentence: `The passkey “${event.name}” was added to your Countinghouse account.`,
      };
    case "passkey removed":
      return {
        subject: "A passkey was removed from your account",
        sentence: `The passkey “${event.name}” was removed from your Countinghouse account.`,
      };
    case "codes renewed":
      return {
        subject: "You have new recovery codes",
        sentence: "New recovery codes were made for your Countinghouse account. The previous ones no longer work.",
      };
    case "code used":
      return {
        subject: "A recovery code was used",
        sentence: `A recovery code was used for your Countinghouse account. ${remainingText(event.left)}`,
      };
    case "reset":
      return {
        subject: "Your second factor was reset",
        sentence:
          "An administrator has removed the second factor of your Countinghouse account: the authenticator app, the passkeys and the recovery codes. Your password is enough to sign in until you set one up again.",
      };
  }
}

const remainingText = (left: number) =>
  left === 0 ? "None are left: please make new ones." : `${left} ${left === 1 ? "is" : "are"} left.`;
