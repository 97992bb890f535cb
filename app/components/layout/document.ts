import { createContext, useContext } from "react";

interface PageDocument {
  /** CSP nonce of this document. Browsers hide it from scripts, so it is empty after hydration. */
  nonce: string;
  /**
   * The style sheet, if it is inlined: a separate file would delay the first row of a browser that does not have it by
   * another round trip. Empty otherwise. It is not part of the scripts, which find it in the page.
   */
  styles: string;
  /** Address of the same style sheet as a file. */
  styleSheet: string;
  /** Inlined for the same reason. */
  icon: string;
}

const here = (selector: string) => (typeof document === "undefined" ? null : document.querySelector(selector));

export const DocumentContext = createContext<PageDocument>({
  nonce: "",
  styles: here("style")?.textContent ?? "",
  styleSheet: here("link[as=style]")?.getAttribute("href") ?? "",
  icon: here("link[rel=icon]")?.getAttribute("href") ?? "",
});
export const useDocument = () => useContext(DocumentContext);
