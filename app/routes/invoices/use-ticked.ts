import { useCallback, useEffect, useRef, useState } from "react";

const boxesIn = (group: Element | null, name: string) => [
  ...(group?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? []),
];

/**
 * Boxes of which there may be thousands: the browser keeps them, and what is ticked is read from them.
 * @param name of all of them
 * @param start what is ticked in the beginning, and again whenever an answer came
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
    // Without an answer too: a browser puts ticks back, and somebody may be faster than the scripts.
    read();
  }, [answer, name, read]);

  /** Ticks all of these, or none. What is ticked is read when the event reaches the group. */
  const tick = useCallback(
    (values: ReadonlySet<string>, isTicked: boolean) => {
      for (const box of boxesIn(group.current, name)) if (values.has(box.value)) box.checked = isTicked;
    },
    [name],
  );
  return { group, ticked, tick, read };
}
