/** What a user is called: by name, or by user name where nobody gave one. */
export function nameOf(user: { givenName?: string | null; surname?: string | null; userName: string }): string {
  return `${user.givenName ?? ""} ${user.surname ?? ""}`.trim() || user.userName;
}
