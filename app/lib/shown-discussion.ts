/** The messages about a record, as its page shows them. */
export interface ShownDiscussion {
  /** Path of the record's page. */
  path: string;
  messages: {
    id: number;
    text: string;
    authorName: string;
    /** Formatted date and time. */
    at: string;
    isInternal: boolean;
    canDelete: boolean;
  }[];
  /** Address of the earlier messages; undefined if there are none. */
  earlierTo: string | undefined;
  /** Address of the latest messages, while earlier ones are shown. */
  latestTo: string | undefined;
  canWrite: boolean;
}
