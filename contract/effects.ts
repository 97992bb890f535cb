/**
 * Kinds of effects, of which every command names one. They decide whether it requires an authentication that is at most
 * some minutes old (RFC 9470), so that an open browser or a stolen session is not enough for it.
 */
interface Effect {
  /** Requires a recent authentication. */
  asks: boolean;
  why: string;
}

export const effects = {
  access: { asks: true, why: "Gives people or programs access, or weakens how they prove who they are." },
  money: { asks: true, why: "Decides to which account money goes." },
  destination: { asks: true, why: "Decides to which server orders, listings, addresses or emails go." },
  personalData: { asks: true, why: "Hands over or erases everything that is known about a customer." },
  withdrawal: { asks: false, why: "Only takes access away or stops something, which must not be held up." },
  // Also the suppliers' contacts for orders, whom nobody tells that they were replaced: suppliers' staff change them
  // together with their other details, and the history shows who did.
  work: {
    asks: false,
    why: "Everyday work, which the history shows and others can put right. What is owed leaves only by a payment, which asks.",
  },
  message: { asks: false, why: "Writes to people at the addresses on record." },
  own: { asks: false, why: "Changes only what the caller sees and is told." },
  anonymous: { asks: false, why: "Sent without a sign-in." },
  undo: {
    asks: false,
    why: "Requires a recent authentication only if it gives access back, which the handler finds out.",
  },
} as const satisfies Record<string, Effect>;

export type EffectName = keyof typeof effects;
