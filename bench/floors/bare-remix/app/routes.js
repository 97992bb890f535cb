import { route } from "@remix-run/route-config";

export default [route("suppliers", "routes/suppliers.jsx")];
