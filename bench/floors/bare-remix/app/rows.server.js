export { pageOf } from "../../rows.mjs";
