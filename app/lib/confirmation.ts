/** The question of a page before it sends a command that is hard to undo. */
export interface Confirmation {
  intent: string;
  commandId: string;
  title: string;
  /** Label of the button that sends the command. */
  label: string;
  /** Address of the page below the dialog, whose query string is that of the dialog. */
  parent: string;
  /** Label of the cancel link, where "Cancel" could mean the command itself. */
  keep?: string;
  /** Additional fields of the command. */
  fields?: Record<string, string>;
  look?: "primary" | "danger";
}

/** A confirmation whose loader returns all that it shows: paragraphs of text, and details of the record. */
export interface DeclaredConfirmation extends Confirmation {
  text: string | string[];
  details?: [term: string, description: string | null][];
}
