import { type ComponentType, type FocusEvent, type PointerEvent, useRef, useState } from "react";

interface Upgrade<Props> {
  Part: ComponentType<Props>;
  /** The plain control had the focus when it was replaced. */
  takesFocus: boolean;
}

/**
 * Loads the Headless UI version of a plain control when the mouse or the keyboard focus reaches it. Pressing the plain
 * control before that arrives works, and keeps it in place until it is left; so does a failed download. A finger never
 * loads it. Returns the loaded version, and the handlers for an element around the control.
 */
export function useUpgrade<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [upgrade, setUpgrade] = useState<Upgrade<Props>>();
  const isUsed = useRef(false);
  const reach = (around: Element) =>
    isUsed.current ||
    load().then(
      ({ default: Part }) => {
        if (!isUsed.current && !around.querySelector("[open]"))
          setUpgrade((now) => now ?? { Part, takesFocus: around.contains(document.activeElement) });
      },
      // The plain control stays.
      () => {},
    );
  const use = () => {
    isUsed.current = true;
  };
  const handlers = {
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent) => pointerType === "mouse" && reach(currentTarget),
    onPointerDown: use,
    onKeyDown: use,
    onFocus: ({ currentTarget }: FocusEvent) => reach(currentTarget),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      isUsed.current = currentTarget.contains(relatedTarget);
    },
  };
  return [upgrade, handlers] as const;
}
