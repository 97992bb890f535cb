/** Whether the keys work in this browser. They are single characters, so they can be switched off (WCAG 2.1.4). */
const stored = "keys";

export const areKeysOff = () => localStorage.getItem(stored) === "off";
export const turnKeys = (isOn: boolean) => localStorage.setItem(stored, isOn ? "on" : "off");
