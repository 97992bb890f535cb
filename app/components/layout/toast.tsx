import { useEffect, useRef, useState } from "react";

export interface ToastMessage {
  message: string;
  type: "success" | "error";
  /** How long it is shown; without it, as an error. */
  shownForMs?: number;
  /** Address to which a form is sent that undoes it. */
  undo?: string;
}

/**
 * A banner at the top of the page. After hydration it floats beside the account menu, or at the bottom of a narrow
 * screen, and disappears by itself, except while the pointer or the focus is on it: after ten minutes if something can
 * be undone.
 */
export function Toaster({ toast }: { toast?: ToastMessage }) {
  const [closed, setClosed] = useState<ToastMessage>();
  const floats = useHydrated();
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!toast) return;
    // The pressed button has been removed with its form: moves the focus to the start of the content, unless the page
    // has set it.
    queueMicrotask(
      () => document.activeElement === document.body && document.getElementById("main")?.focus({ preventScroll: true }),
    );
    let left = toast.shownForMs ?? 36_000;
    const step = 250;
    const timer = setInterval(() => {
      if (!ref.current?.matches(":hover, :focus-within")) left -= step;
      if (left <= 0) setClosed(toast);
    }, step);
    return () => clearInterval(timer);
  }, [toast]);

  if (!toast || toast === closed) return null;
  const isError = toast.type === "error";
  return (
    <div
      ref={ref}
      role={isError ? "alert" : "status"}
      className={`no-print fade-in mb-3.5 flex items-start gap-3 rounded border border-l-4 border-line bg-surface px-3.5 py-2.5 ${isError ? "border-l-danger" : "border-l-good"} ${
        floats
          ? "fixed right-64 top-1.5 z-50 max-w-sm shadow-raised narrow:inset-x-4 narrow:bottom-0 narrow:top-auto"
          : ""
      }`}
    >
      <div className="flex-1">
        {isError && <p className="font-semibold">Uh Oh</p>}
        <p>{toast.message}</p>
        {toast.undo && (
          <form method="post" action={toast.undo}>
            <button type="submit" name="intent" value="undo" className="link">
              Undo
            </button>
          </form>
        )}
      </div>
      {floats && (
        <button
          type="button"
          className="min-h-6 min-w-6 text-muted hover:bg-sunken"
          aria-label="Dismiss"
          onClick={() => setClosed(toast)}
        >
          ×
        </button>
      )}
    </div>
  );
}

/** Returns false on the server and in the first render, true after hydration. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated;
}
