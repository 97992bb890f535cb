import { createContext, useContext } from "react";

interface PageDocument {
  /** CSP nonce of this document. Browsers hide it from scripts, so it is empty after hydration. */
  nonce: string;
  /**
   * The style sheet, inlined into the page: a separate file would delay the first row by another round trip. It is not
   * part of the scripts, which find it in the page.
   */
  styles: string;
  /** Inlined for the same reason. */
  icon: string;
}

const here = (selector: string) => (typeof document === "undefined" ? null : document.querySelector(selector));

export const DocumentContext = createContext<PageDocument>({
  nonce: "",
  styles: here("style")?.textContent ?? "",
  icon: here("link[rel=icon]")?.getAttribute("href") ?? "",
});
export const useDocument = () => useContext(DocumentContext);
