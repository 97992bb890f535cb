/**
 * What is written into a text area while the page's scripts are still on their way: React 18 puts a text area back to
 * what the server sent when it takes it over.
 */
const written = new WeakMap<HTMLTextAreaElement, string>();
const takenOver = new WeakSet<HTMLTextAreaElement>();

/** Called by the first script that runs. */
export function watchTextAreas(): void {
  const keep = (target: EventTarget | null) => {
    if (target instanceof HTMLTextAreaElement && target.value !== target.defaultValue && !takenOver.has(target))
      written.set(target, target.value);
  };
  for (const area of document.querySelectorAll("textarea")) keep(area);
  document.addEventListener("input", ({ target }) => keep(target), true);
}

/** Called when React has taken a field over: puts back what was written. */
export function giveBack(area: HTMLElement | null): void {
  if (!(area instanceof HTMLTextAreaElement) || takenOver.has(area)) return;
  takenOver.add(area);
  const text = written.get(area);
  if (text !== undefined) area.value = text;
}
