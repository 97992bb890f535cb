import { useEffect, useRef, useState } from "react";

export interface ToastMessage {
  message: string;
  type: "success" | "error";
}

const shownForMs = { success: 6_000, error: 36_000 };
const look = { success: "border-l-good", error: "border-l-danger" };

/**
 * A banner at the top of the page. After hydration it floats beside the account menu, or at the bottom of a narrow
 * screen, and disappears by itself, except while the pointer or the focus is on it.
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
    let left = shownForMs[toast.type];
    const step = 250;
    const timer = setInterval(() => {
      if (!ref.current?.matches(":hover, :focus-within")) left -= step;
      if (left <= 0) setClosed(toast);
    }, step);
    return () => clearInterval(timer);
  }, [toast]);

  if (!toast || toast === closed) return null;
  return (
    <div
      ref={ref}
      role={toast.type === "error" ? "alert" : "status"}
      className={`no-print fade-in mb-3.5 flex items-start gap-3 rounded border border-l-4 border-line bg-surface px-3.5 py-2.5 ${look[toast.type]} ${
        floats
          ? "fixed right-64 top-1.5 z-50 max-w-sm shadow-raised narrow:inset-x-4 narrow:bottom-0 narrow:top-auto"
          : ""
      }`}
    >
      <div className="flex-1">
        {toast.type === "error" && <p className="font-semibold">Uh Oh</p>}
        <p>{toast.message}</p>
      </div>
      {floats && (
        <button
          type="button"
          className="-mr-1 min-h-6 min-w-6 rounded text-muted hover:bg-sunken"
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
