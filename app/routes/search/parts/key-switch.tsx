import { useEffect, useState } from "react";
import { isSearchKeyOff, turnSearchKey } from "#app/components/popup/search-key-off.ts";

/** Only shown with scripts, without which there is no key. */
export function KeySwitch() {
  const [isOn, setOn] = useState<boolean>();
  useEffect(() => setOn(!isSearchKeyOff()), []);
  if (isOn === undefined) return null;
  const turn = () => {
    turnSearchKey(!isOn);
    setOn(!isOn);
  };
  return (
    <p className="mt-4 flex flex-wrap items-center gap-3 text-muted">
      <span>
        {isOn ? (
          <>
            The key <kbd>/</kbd> puts the cursor into the search box on every page.
          </>
        ) : (
          <>
            The key <kbd>/</kbd> does nothing special.
          </>
        )}
      </span>
      <button type="button" className="button" onClick={turn}>
        {isOn ? "Switch the key off" : "Switch the key on"}
      </button>
    </p>
  );
}
