import { lazy, Suspense } from "react";
import { useHydrated } from "#app/components/layout/toast.tsx";

const PdfViewer = lazy(() => import("./pdf-viewer.tsx"));

interface Props {
  url: string;
  label: string;
}

/** A PDF embedded in the page. The viewer is loaded on demand; without scripts the PDF is a link. */
export function PdfPanel({ url, label }: Props) {
  const isHydrated = useHydrated();
  const loading = <p className="p-4 text-muted">The document is loading…</p>;
  return (
    <section className="card" aria-label={label}>
      {isHydrated ? (
        <Suspense fallback={loading}>
          <PdfViewer url={url} label={label} />
        </Suspense>
      ) : (
        <p className="p-4">
          <a href={url} download>
            {label} (PDF)
          </a>
        </p>
      )}
    </section>
  );
}
