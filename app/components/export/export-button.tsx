import { useLocation, useRevalidator, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { Toaster, type ToastMessage } from "#app/components/layout/toast.tsx";
import { notExported } from "#app/lib/export.ts";

interface FormProps {
  /** Address of the file. */
  path: string;
  fileName: string;
  label?: string;
  /** Label of the button. */
  className?: string;
  /** Content beside the button, such as a dialog's cancel link. */
  beside?: ReactNode;
  /** The file is a table, so it is offered as CSV as well. */
  isTable?: boolean;
  /** Query parameters. */
  children: ReactNode;
}

/**
 * Downloads a file. With scripts it shows that the download is in progress; without, it is a form whose answer the
 * browser saves.
 */
export function ExportForm({
  path,
  fileName,
  label = "Export",
  className = "button",
  beside,
  isTable,
  children,
}: FormProps) {
  const shell = useRouteLoaderData<{ hasCsv?: boolean }>("routes/shell");
  const { revalidate } = useRevalidator();
  const [isExporting, setExporting] = useState(false);
  const [failure, setFailure] = useState<ToastMessage>();

  async function save(form: HTMLFormElement) {
    setExporting(true);
    setFailure(undefined);
    try {
      // Users who may not download the file are redirected to the page, which shows the reason.
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
        // A button that leads to the page that chooses a record, or has the file saved by the browser itself.
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (submitter?.hasAttribute("formaction") || submitter?.hasAttribute("name")) return;
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
        {isTable && shell?.hasCsv && (
          <button type="submit" name="format" value="csv" className={className.replace(" button-primary", "")}>
            {label} (CSV)
          </button>
        )}
        {beside}
      </div>
    </form>
  );
}

/** Serialises the form as the browser would. */
function searchOf(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return fields.length > 0 ? `?${new URLSearchParams(fields)}` : "";
}

/** Downloads the page's list as a file, with the filters of the query string. */
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

/** @throws if the file is incomplete */
async function saved(address: string, fileName: string): Promise<"saved" | "sent back"> {
  const response = await fetch(address, { redirect: "manual" });
  if (response.type === "opaqueredirect") return "sent back";
  if (!response.ok) throw new Error(`The export answered ${response.status}.`);
  const file = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement("a"), { href: file, download: fileName }).click();
  // Some browsers read the object URL a moment later.
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
  return "saved";
}
