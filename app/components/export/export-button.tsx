import { useLocation, useRevalidator } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { Toaster, type ToastMessage } from "~/components/layout/toast";
import { notExported } from "~/lib/export";

interface FormProps {
  /** The address of the file. */
  path: string;
  fileName: string;
  label?: string;
  /** Of the button. */
  className?: string;
  /** What stands beside the button, such as the way out of a dialog. */
  beside?: ReactNode;
  /** The fields of the address. */
  children: ReactNode;
}

/**
 * Saves what the address with these fields answers as a file. With scripts it says how long that takes; without them it
 * is a form that the browser answers by saving what comes.
 */
export function ExportForm({ path, fileName, label = "Export", className = "button", beside, children }: FormProps) {
  const { revalidate } = useRevalidator();
  const [isExporting, setExporting] = useState(false);
  const [failure, setFailure] = useState<ToastMessage>();

  async function save(form: HTMLFormElement) {
    setExporting(true);
    setFailure(undefined);
    try {
      // People who may not have the file are sent back to the page, which says why.
      if ((await saved(`${path}${searchOf(form)}`, fileName)) === "sent back") revalidate();
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
        if (!isExporting) void save(event.currentTarget);
      }}
    >
      {children}
      <Toaster toast={failure} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className={className} aria-disabled={isExporting}>
          {isExporting ? "Exporting..." : label}
        </button>
        {beside}
      </div>
    </form>
  );
}

/** As the browser itself would send the form. */
function searchOf(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return fields.length > 0 ? `?${new URLSearchParams(fields)}` : "";
}

/** Saves the list of the page as a file, with the filters of its address. */
export function ExportButton(props: Omit<FormProps, "children">) {
  const { search } = useLocation();
  return (
    <ExportForm {...props}>
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
    </ExportForm>
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
