/** Returns the id of the row that a statement with `returning({ id })` inserted. */
export function insertedId<Id>([row]: readonly { id: Id }[]): Id {
  if (!row) throw new Error("The database did not return the inserted row.");
  return row.id;
}
