/** Whether the search's key works in this browser. It is a single character, so it can be switched off (WCAG 2.1.4). */
const stored = "search-key";

export const isSearchKeyOff = () => localStorage.getItem(stored) === "off";
export const turnSearchKey = (isOn: boolean) => localStorage.setItem(stored, isOn ? "on" : "off");
