// The back office for `npm run dev`: its own server from the sources, with Vite in front, which hands changed modules
// and styles to the pages that are open.
import { createServer } from "node:http";
import express from "express";
import onHeaders from "on-headers";
import { createServer as createVite } from "vite";

const port = Number(process.env.PORT);
const app = express();
const server = createServer({ maxHeaderSize: 64 * 1024 }, app);
// The pages listen for changes on the same port.
const vite = await createVite({
  server: { middlewareMode: true, hmr: { server } },
  appType: "custom",
  clearScreen: false,
});
const { createApp } = await vite.ssrLoadModule("/app/server/app.ts");

app.use(allowVite);
app.use(vite.middlewares);
app.use(
  createApp({
    build: () => vite.ssrLoadModule("virtual:remix/server-build"),
    files: "public",
    readiness: { isOpen: true },
  }),
);
server.listen(port, "127.0.0.1");

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    await vite.close();
    process.exit(0);
  });
}

/** Vite adds style elements without a nonce and talks to the page over a web socket. The rest of the policy stays. */
function allowVite(_request, response, next) {
  onHeaders(response, () => {
    const policy = response.getHeader("content-security-policy");
    if (typeof policy !== "string") return;
    const relaxed = policy
      .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
      .replace("connect-src 'self'", "connect-src 'self' ws:");
    response.setHeader("content-security-policy", relaxed);
  });
  next();
}
