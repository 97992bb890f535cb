/** Files that are read from a supplier's own system again and again, such as its stock and its prices. */
import { z } from "zod";
import { oneOf, optionalText, recordId, text, tooLong, yesNo } from "#contract/fields.ts";
import { checkSourceFile } from "#contract/products/source.ts";

/** How often a feed may be read, in minutes. */
export const feedSchedules = [
  { value: 15, displayName: "Every 15 minutes" },
  { value: 30, displayName: "Every 30 minutes" },
  { value: 60, displayName: "Every hour" },
  { value: 180, displayName: "Every 3 hours" },
  { value: 360, displayName: "Every 6 hours" },
  { value: 720, displayName: "Every 12 hours" },
  { value: 1_440, displayName: "Every day" },
] as const;

/** How a feed signs in: `key` with the key pair of the feed, which only SFTP servers take. */
export const feedSignIns = ["password", "key"] as const;

/** `newKey` makes another key pair in place of the one before. */
export const feedSignInNames = {
  password: "With the password",
  key: "With a key (SFTP)",
  newKey: "With a new key (SFTP)",
} as const;

const maxAddress = 2_000;

/** Most feeds of a supplier. */
export const maxStockFeeds = 10;

/**
 * `checking` and `applying` are at work. `held` was not applied, because it would have changed too much; somebody can
 * look at it, and apply it.
 */
export const feedRunOutcomes = ["checking", "applying", "applied", "held", "failed"] as const;
export type FeedRunOutcome = (typeof feedRunOutcomes)[number];

export const stockFeedRun = z.object({
  id: z.int(),
  /** UTC. */
  startedDate: z.string(),
  outcome: z.enum(feedRunOutcomes),
  /** Rows below the header row. */
  rows: z.int(),
  /** Rows that created or changed something, and rows that were refused; null while that is not known. */
  changed: z.int().nullable(),
  refused: z.int().nullable(),
  /** Why it was held, or why it failed; otherwise empty. */
  problem: z.string(),
  /** The import with its result, which is kept for seven days; null if it is gone. */
  processId: z.string().nullable(),
});

export const stockFeed = z.object({
  id: z.int(),
  supplierId: z.int(),
  supplierName: z.string(),
  name: z.string(),
  address: z.string(),
  userName: z.string(),
  hasPassword: z.boolean(),
  /**
   * The public key of the feed, as a line for `authorized_keys`. Whoever runs the SFTP server adds it to the account. Null
   * if the feed signs in with its password.
   */
  publicKey: z.string().nullable(),
  /** The fingerprint of an SFTP server's key, such as `SHA256:…`. Null until the server has accepted the sign-in. */
  hostKey: z.string().nullable(),
  /** Minutes. */
  every: z.int(),
  isPaused: z.boolean(),
  /** True if its columns have been assigned. */
  isAssigned: z.boolean(),
  /** A file has been received, so that its columns can be assigned. */
  canAssign: z.boolean(),
  /** It is being read, or waits for that. */
  isBusy: z.boolean(),
  /** UTC: when it was read last without a problem; null if it never was. */
  readDate: z.string().nullable(),
  /** UTC; null while it is paused. */
  nextReadDate: z.string().nullable(),
  /** Why it cannot be read; empty if it can. */
  problem: z.string(),
  /** Newest first. */
  runs: z.array(stockFeedRun),
});
export type StockFeed = z.output<typeof stockFeed>;

export const stockFeedId = z.object({ id: recordId });

const details = {
  Name: text({ max: 60 }),
  Address: text({ max: maxAddress, required: "Please enter the address of the file.", tooLong: tooLong(maxAddress) }),
  UserName: optionalText({ max: 200 }),
  Every: oneOf([...feedSchedules]),
};
const password = z.string().max(500, tooLong(500));

export const addStockFeed = z.object({
  SupplierId: recordId,
  ...details,
  SignIn: z.enum(feedSignIns).default("password"),
  Password: password.default(""),
});

export const updateStockFeed = z.object({
  FeedId: recordId,
  ...details,
  UserName: details.UserName.optional(),
  SignIn: z.enum([...feedSignIns, "newKey"]).optional(),
  /** Empty: stays as it is. */
  Password: password.default(""),
  IsPaused: yesNo.optional(),
});

export const stockFeedCommand = z.object({ FeedId: recordId });

/** The columns of its file, as those of a file that is imported once. */
export const assignStockFeedColumns = checkSourceFile
  .omit({ FileId: true, SupplierId: true })
  .extend({ FeedId: recordId });

export const stockFeedMessages = {
  added: "The feed has been added. It is being read.",
  saved: "The feed has been saved.",
  removed: "The feed has been removed.",
  started: "The feed is being read.",
  assigned: "The columns have been saved. The feed is being read.",
  notSaved: "Oh dear, this could not be saved due to an unexpected error. Please try again.",
};
