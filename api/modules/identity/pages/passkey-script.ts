/**
 * The only script of the sign-in pages: passes the server's request to the browser's passkeys, and submits the response
 * as a form.
 */
import { createHash } from "node:crypto";

export const passkeyScript = `
for (const button of document.querySelectorAll("button[data-passkey]")) {
  const parse = window.PublicKeyCredential && PublicKeyCredential[button.dataset.passkey === "create" ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON"];
  if (!parse) continue;
  const form = button.form;
  const failure = form.querySelector("[data-passkey-failure]");
  button.hidden = false;
  button.addEventListener("click", async () => {
    failure.hidden = true;
    try {
      const publicKey = parse.call(PublicKeyCredential, JSON.parse(button.dataset.options));
      const credential = await navigator.credentials[button.dataset.passkey]({ publicKey });
      form.elements.passkey.value = JSON.stringify(credential.toJSON());
      form.submit();
    } catch {
      failure.hidden = false;
    }
  });
}
`.trim();

/** Changes with the content, so that browsers may cache the file for ever. */
export const passkeyScriptName = `passkey.${createHash("sha256").update(passkeyScript).digest("hex").slice(0, 12)}.js`;
