import { createContext, useContext } from "react";

/** The nonce of this document's scripts; browsers hide it from scripts, so it is empty after hydration. */
export const NonceContext = createContext<string>("");
export const useNonce = () => useContext(NonceContext);
