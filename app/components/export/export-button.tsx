import { useLocation, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { Toaster, type ToastMessage } from "~/components/layout/toast";
import { notExported } from "~/lib/export";

interface Props {
  /** The address of the file; it reads the list's own parameters. */
  path: string;
  fileName: string;
  label?: string;
  className?: string;
}

/**
 * Saves the list as a file, with the filters of its address. With scripts it says how long that takes; without them it
 * is a form that the browser answers by saving what comes.
 */
export function ExportButton({ path, fileName, label = "Export", className = "button" }: Props) {
  const { search } = useLocation();
  const { revalidate } = useRevalidator();
  const [isExporting, setExporting] = useState(false);
  const [failure, setFailure] = useState<ToastMessage>();

  async function save() {
    setExporting(true);
    setFailure(undefined);
    try {
      // Who cannot have it is sent back to the list, which says why.
      if ((await saved(`${path}${search}`, fileName)) === "sent back") revalidate();
    } catch {
      setFailure({ type: "error", message: notExported });
    }
    setExporting(false);
  }

  return (
    <form
      action={path}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isExporting) void save();
      }}
    >
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <Toaster toast={failure} />
      <button type="submit" className={className} aria-disabled={isExporting}>
        {isExporting ? "Exporting..." : label}
      </button>
    </form>
  );
}

/** @throws when there is no whole file */
async function saved(address: string, fileName: string): Promise<"saved" | "sent back"> {
  const response = await fetch(address, { redirect: "manual" });
  if (response.type === "opaqueredirect") return "sent back";
  if (!response.ok) throw new Error(`The export answered ${response.status}.`);
  const file = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement("a"), { href: file, download: fileName }).click();
  // Some browsers read it a moment later.
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
  return "saved";
}
