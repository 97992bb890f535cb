/** Returns a user's display name: the name, or the user name if none is set. */
export function nameOf(user: { givenName?: string | null; surname?: string | null; userName: string }): string {
  return `${user.givenName ?? ""} ${user.surname ?? ""}`.trim() || user.userName;
}
