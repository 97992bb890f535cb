import "react-pdf/dist/Page/TextLayer.css";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useRef, useState } from "react";
import { Document, Page, pdfjs } from "react-pdf";

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

/** The content security policy forbids eval. */
const options = { isEvalSupported: false };
const zooms: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** Height divided by width, used until the first page is loaded. */
const a4 = 297 / 210;

interface Props {
  url: string;
  label: string;
}

/** The pages of a PDF, one at a time, with their text for screen readers and the clipboard. */
export default function PdfViewer({ url, label }: Props) {
  const [pages, setPages] = useState(0);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState<number>(1);
  const [ratio, setRatio] = useState(a4);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const pageWidth = Math.min(width, 860) * zoom;
  const cannotBeShown = <p className="p-4">The document cannot be shown here. Please download it instead.</p>;
  return (
    <>
      <div
        className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2"
        role="toolbar"
        aria-label={`Pages of ${label}`}
      >
        <ToolButton label="Previous page" isOff={page <= 1} onPress={() => setPage(page - 1)} text="‹ Prev" />
        <span aria-live="polite">{pages > 0 ? `Page ${page} of ${pages}` : "Loading…"}</span>
        <ToolButton label="Next page" isOff={page >= pages} onPress={() => setPage(page + 1)} text="Next ›" />
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
      </div>
      <div
        ref={box}
        className="max-h-[75vh] overflow-auto bg-sunken p-3 outline-offset-[-2px]"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        role="document"
        aria-label={label}
      >
        {width > 0 && (
          <Document
            file={url}
            options={options}
            onLoadSuccess={({ numPages }) => setPages(numPages)}
            loading=""
            error={cannotBeShown}
            externalLinkTarget="_blank"
          >
            {/* Keeps its height while another page or size is loading, so that the content below does not jump. */}
            <div style={{ minHeight: pageWidth * ratio }}>
              <Page
                pageNumber={page}
                width={pageWidth}
                onLoadSuccess={({ originalHeight, originalWidth }) => setRatio(originalHeight / originalWidth)}
                renderAnnotationLayer={false}
                className="mx-auto w-fit border border-line"
                loading=""
              />
            </div>
          </Document>
        )}
      </div>
    </>
  );
}

function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom(zoom: number): void }) {
  const step = zooms.indexOf(zoom);
  return (
    <div className="ml-auto flex items-center gap-2">
      <ToolButton label="Zoom out" isOff={step <= 0} onPress={() => onZoom(zooms[step - 1] ?? 1)} text="−" />
      <span aria-live="polite">{Math.round(zoom * 100)}%</span>
      <ToolButton
        label="Zoom in"
        isOff={step >= zooms.length - 1}
        onPress={() => onZoom(zooms[step + 1] ?? 1)}
        text="+"
      />
    </div>
  );
}

interface ToolButtonProps {
  label: string;
  text: string;
  isOff: boolean;
  onPress(): void;
}

/** Stays focusable when disabled, so that the focus is not lost from the toolbar. */
function ToolButton({ label, text, isOff, onPress }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="button"
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      {text}
    </button>
  );
}

/** Returns the current inner width of the element. */
function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
