/** Limits of applications. Without a schema, because forms load this. */

/** Documents with an application, and with each answer. */
export const maxDocuments = 5;
/** Bytes of the documents that are sent at once. */
export const maxDocumentBytes = 10 * 1024 * 1024;

export const documentEndings = [".pdf", ".jpg", ".jpeg", ".png"] as const;

/** Days after which an application is deleted that was declined, or whose applicant has not answered. */
export const applicationDays = 90;
/** Hours after which a document is deleted that was uploaded, but not sent with an application. */
export const unsentDocumentHours = 24;
