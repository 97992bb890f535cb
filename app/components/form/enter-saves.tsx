/**
 * Makes the Enter key submit the form. Enter presses a form's first button, so put this before any button that does
 * something else.
 */
export function EnterSaves() {
  return <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />;
}
