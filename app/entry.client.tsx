import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchTextAreas } from "#app/lib/typed-before-hydration.ts";

// In development the style sheet is a module too, so that a changed style appears without reloading the page.
if (import.meta.env.DEV) void import("./tailwind.css");

// Hydration expects the title without the prefix; the form with errors adds it again.
document.title = document.title.replace("Error: ", "");
watchTextAreas();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
