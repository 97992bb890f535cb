import type { Config } from "#api/core/config.ts";
import { type AdministratorPage, administratorLinkGonePage, administratorPage } from "./administrator-page.ts";
import { type ForgottenPage, forgottenPage } from "./forgotten-page.ts";
import {
  invitationAcceptedPage,
  invitationGonePage,
  invitationImpossiblePage,
  invitationPage,
} from "./invitation-pages.ts";
import {
  expiredPage,
  failurePage,
  linkGonePage,
  linkSentPage,
  notFoundPage,
  passwordSetPage,
  refusedPage,
  signedOutPage,
  signInFirstPage,
  signOutPage,
} from "./notices.ts";
import { type PasswordPage, passwordPage } from "./password-page.ts";
import { placesOf } from "./places.ts";
import { type ProfilePage, profilePage } from "./profile-page.ts";
import { type CodePage, codePage } from "./proof-form.ts";
import {
  type AppSetupPage,
  addFactorPage,
  addPasskeyPage,
  appSetupPage,
  newCodesPage,
  type PasskeyPage,
  type ProvePage,
  type RecoveryCodesPage,
  recoveryCodesPage,
  removeAppPage,
  removePasskeyPage,
  type SecondFactorPage,
  secondFactorPage,
} from "./second-factor-page.ts";
import { type SignInPage, signInPage } from "./sign-in-page.ts";

export type IdentityPages = ReturnType<typeof identityPages>;

/** Returns functions for all pages of the provider, as complete documents, with the configured URLs. */
export function identityPages(config: Config) {
  const places = placesOf(config);
  return {
    signIn: (content: SignInPage) => signInPage(places, content),
    profile: (content: ProfilePage) => profilePage(places, content),
    secondFactor: (content: SecondFactorPage) => secondFactorPage(places, content),
    appSetup: (content: AppSetupPage) => appSetupPage(places, content),
    recoveryCodes: (content: RecoveryCodesPage) => recoveryCodesPage(places, content),
    newCodes: (content: ProvePage) => newCodesPage(places, content),
    addFactor: (content: ProvePage) => addFactorPage(places, content),
    addPasskey: (content: PasskeyPage) => addPasskeyPage(places, content),
    removePasskey: (content: ProvePage) => removePasskeyPage(places, content),
    removeApp: (content: ProvePage) => removeAppPage(places, content),
    enterCode: (content: CodePage) => codePage(places, content),
    choosePassword: (content: PasswordPage) => passwordPage(places, content),
    administrator: (content: AdministratorPage) => administratorPage(places, content),
    administratorLinkGone: () => administratorLinkGonePage(places),
    passwordSet: () => passwordSetPage(places),
    invitation: (supplierName: string) => invitationPage(places, supplierName),
    invitationAccepted: () => invitationAcceptedPage(places),
    invitationImpossible: () => invitationImpossiblePage(places),
    invitationGone: () => invitationGonePage(places),
    linkGone: () => linkGonePage(places),
    forgotten: (content: ForgottenPage) => forgottenPage(places, content),
    linkSent: () => linkSentPage(places),
    askSignOut: (form: string) => signOutPage(places, form),
    signedOut: () => signedOutPage(places),
    signInFirst: () => signInFirstPage(places),
    expired: () => expiredPage(places),
    notFound: () => notFoundPage(places),
    refused: () => refusedPage(places),
    failure: (error: unknown) => failurePage(places, error),
  };
}
