/** The style sheet as text. Imported on the server alone: in a script it would travel twice. */
export { default as styles } from "../tailwind.css?inline";
