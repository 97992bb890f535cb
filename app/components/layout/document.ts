import { createContext, useContext } from "react";

interface PageDocument {
  /** Of this document's scripts and styles; browsers hide it from scripts, so it is empty after hydration. */
  nonce: string;
  /**
   * The style sheet, which stands in the page: as a file it would hold the first row back by one more way to the server
   * and back. Scripts never carry it; they find it where it is.
   */
  styles: string;
  /** Stands in the page for the same reason. */
  icon: string;
}

const here = (selector: string) => (typeof document === "undefined" ? null : document.querySelector(selector));

export const DocumentContext = createContext<PageDocument>({
  nonce: "",
  styles: here("style")?.textContent ?? "",
  icon: here("link[rel=icon]")?.getAttribute("href") ?? "",
});
export const useDocument = () => useContext(DocumentContext);
