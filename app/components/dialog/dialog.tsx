import { useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { dialogLook } from "./look.ts";

interface Props {
  title: string;
  /** A muted line below the title. */
  sub?: string;
  children: ReactNode;
  /** Address to which Escape leads; without it the dialog cannot be closed by Escape. */
  closeTo?: string;
}

/**
 * A dialog over its page. The server renders it open. After hydration it becomes modal: the focus stays inside, Escape
 * leads to the parent page, and the page behind is inert.
 */
export function Dialog({ title, sub, children, closeTo }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const heading = useId();

  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    if (!dialog) return;
    // showModal() throws for a dialog that is already open, and close() would fire React's close event.
    dialog.removeAttribute("open");
    dialog.showModal();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={ref}
      open
      aria-labelledby={heading}
      className={dialogLook}
      onCancel={(event) => {
        event.preventDefault();
        if (closeTo) navigate(closeTo, { preventScrollReset: true });
      }}
    >
      <div className="px-4 pb-4 pt-3.5">
        <h2 id={heading} className={`text-lg ${sub ? "" : "mb-3"}`}>
          {title}
        </h2>
        {sub && <p className="mb-3 text-muted">{sub}</p>}
        {children}
      </div>
    </dialog>
  );
}
