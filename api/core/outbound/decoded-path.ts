/** Returns the path of an address as people read it; one with wrong escapes stays as it is. */
export function decodedPath(address: string): string {
  const { pathname } = new URL(address);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
