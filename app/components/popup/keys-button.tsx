import { useHydrated } from "#app/components/layout/toast.tsx";

/** Opens the list of the keys. Only shown with scripts, without which there are no keys. */
export function KeysButton({ approves }: { approves?: boolean }) {
  if (!useHydrated()) return null;
  return (
    <button
      type="button"
      className="button"
      data-approves={approves || undefined}
      onClick={() => void import("./keys-help.ts").then((help) => help.showKeysHelp())}
    >
      Keyboard shortcuts
    </button>
  );
}
