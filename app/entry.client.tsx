import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { watchTextAreas } from "./lib/written-early";
import { tellTimeZone } from "./lib/zone-cookie";

watchTextAreas();
tellTimeZone();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
