/** Why a page can't be shown. */
export interface Trouble {
  status: number;
  /** In words for people; without them the page says what the status means. */
  message?: string;
  /** What had been typed into the form that was sent: it can be sent again. */
  typed?: [name: string, value: string][];
}

export function isTrouble(value: unknown): value is Trouble {
  return typeof value === "object" && value !== null && typeof (value as Trouble).status === "number";
}
