import { route } from "@remix-run/route-config";

export default [route(":table", "routes/table.jsx")];
