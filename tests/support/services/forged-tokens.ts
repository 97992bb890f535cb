/** Invalid id tokens, by what is wrong with them; each carries the nonce of the attempted sign-in. */
import { generateKeyPairSync } from "node:crypto";
import { type CryptoKey, generateKeyPair, type JWTHeaderParameters, SignJWT, UnsecuredJWT } from "jose";
import { clientId } from "./stub-authority.ts";
import { authority } from "./world.ts";

const strange = await generateKeyPair("RS256");
const elliptic = await generateKeyPair("ES256");
const publicKeyAsSecret = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({
  type: "spki",
  format: "der",
});

function rightBut<T extends SignJWT | UnsecuredJWT>(token: T): T {
  token.setIssuer(authority.url).setAudience(clientId).setIssuedAt().setExpirationTime("5m");
  return token;
}

function signed(nonce: string, alg: JWTHeaderParameters["alg"], key: CryptoKey | Uint8Array): Promise<string> {
  return rightBut(new SignJWT({ sub: "7", nonce }))
    .setProtectedHeader({ alg, kid: "one" })
    .sign(key);
}

export const forgedTokens: Record<string, (nonce: string) => string | undefined | Promise<string>> = {
  "that answers another sign-in": () => authority.idToken({ claims: { nonce: "another" } }),
  "without a nonce": () => authority.idToken({}),
  "of another issuer": (nonce) => authority.idToken({ claims: { nonce }, issuer: "https://evil.example" }),
  "for another client": (nonce) => authority.idToken({ claims: { nonce }, audience: "another" }),
  "that is over": (nonce) => authority.idToken({ claims: { nonce }, expiresIn: "-5m" }),
  "without a signature": (nonce) => rightBut(new UnsecuredJWT({ sub: "7", nonce })).encode(),
  "signed with a strange key": (nonce) => signed(nonce, "RS256", strange.privateKey),
  "signed with a key of another kind": (nonce) => signed(nonce, "ES256", elliptic.privateKey),
  "signed with the public key": (nonce) => signed(nonce, "HS256", publicKeyAsSecret),
  "without a person": (nonce) => authority.idToken({ claims: { nonce, sub: undefined } }),
  "that is none": () => "not.a.token",
  "that did not come": () => undefined,
};
