import type { Config } from "../../config.ts";
import { type ForgottenPage, forgottenPage } from "./forgotten-page.ts";
import type { Places } from "./layout.ts";
import {
  askSignOutPage,
  expiredPage,
  failurePage,
  linkGonePage,
  linkSentPage,
  notFoundPage,
  passwordSetPage,
  refusedPage,
  signedOutPage,
  signInFirstPage,
} from "./notices.ts";
import { type PasswordPage, passwordPage } from "./password-page.ts";
import { type ProfilePage, profilePage } from "./profile-page.ts";
import { type SignInPage, signInPage } from "./sign-in-page.ts";

export type IdentityPages = ReturnType<typeof identityPages>;

/** Every page of the provider, as whole documents, for these addresses. */
export function identityPages(config: Config) {
  const places: Places = { path: new URL(config.oidc.authority).pathname, publicUrl: config.publicUrl };
  return {
    signIn: (content: SignInPage) => signInPage(places, content),
    profile: (content: ProfilePage) => profilePage(places, content),
    choosePassword: (content: PasswordPage) => passwordPage(places, content),
    passwordSet: () => passwordSetPage(places),
    linkGone: () => linkGonePage(places),
    forgotten: (content: ForgottenPage) => forgottenPage(places, content),
    linkSent: () => linkSentPage(places),
    askSignOut: (form: string) => askSignOutPage(places, form),
    signedOut: () => signedOutPage(places),
    signInFirst: () => signInFirstPage(places),
    expired: () => expiredPage(places),
    notFound: () => notFoundPage(places),
    refused: () => refusedPage(places),
    failure: (error: unknown) => failurePage(places, error),
  };
}
