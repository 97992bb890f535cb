/** Class of a dialog. */
export const dialogLook =
  "fade-in fixed inset-x-0 top-24 z-50 m-auto mt-0 max-h-[80vh] w-[480px] max-w-[calc(100vw-32px)] overflow-auto rounded border border-line bg-surface p-0 text-ink shadow-raised small:top-6";
