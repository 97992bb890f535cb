/** The Enter key presses a form's first button. In forms with others before the one that saves, or searches, this comes first. */
export function EnterSaves() {
  return <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />;
}
