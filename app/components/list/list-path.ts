import { createContext, useContext } from "react";

/** The address of the list's own page, which dialogs shown above the list do not change. */
export const ListPath = createContext("");

export const useListPath = () => useContext(ListPath);
