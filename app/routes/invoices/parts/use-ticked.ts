import { useCallback, useEffect, useRef, useState } from "react";

const boxesIn = (group: Element | null, name: string) => [
  ...(group?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? []),
];

/**
 * Up to thousands of uncontrolled checkboxes, whose state is read from the page.
 * @param name shared by all boxes
 * @param start ids ticked initially, and again after each answer
 */
export function useTicked(name: string, start: ReadonlySet<string>, answer: object | undefined) {
  const group = useRef<HTMLFieldSetElement>(null);
  const [ticked, setTicked] = useState(start);
  const read = useCallback(() => {
    const checked = boxesIn(group.current, name).filter((box) => box.checked);
    setTicked(new Set(checked.map(({ value }) => value)));
  }, [name]);

  const latest = useRef(start);
  latest.current = start;
  useEffect(() => {
    if (answer) for (const box of boxesIn(group.current, name)) box.checked = latest.current.has(box.value);
    // Also without an answer: the browser may have restored ticks, or the user ticked boxes before hydration.
    read();
  }, [answer, name, read]);

  /** Ticks or unticks these boxes. The state is read when the event reaches the group. */
  const tick = useCallback(
    (values: ReadonlySet<string>, isTicked: boolean) => {
      for (const box of boxesIn(group.current, name)) if (values.has(box.value)) box.checked = isTicked;
    },
    [name],
  );
  return { group, ticked, tick, read };
}
