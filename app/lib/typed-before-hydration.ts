/** Preserves what is typed into text areas before hydration, when React 18 resets them to the server's value. */
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

/** Called after hydration of a field: restores its text. */
export function giveBack(area: HTMLElement | null): void {
  if (!(area instanceof HTMLTextAreaElement) || takenOver.has(area)) return;
  takenOver.add(area);
  const text = written.get(area);
  if (text !== undefined) area.value = text;
}
