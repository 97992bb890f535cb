/** Authentication context class of a sign-in with a password and a second factor: the REFEDS MFA profile. */
export const twoFactors = "https://refeds.org/profile/mfa";
