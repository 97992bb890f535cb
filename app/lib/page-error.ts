import { isRouteErrorResponse } from "@remix-run/react";

/** Why a page cannot be shown. */
export interface PageError {
  status: number;
  /** Message for the user; without it the page explains the status. */
  message?: string;
  /** Input of the submitted form, which can be sent again. */
  typed?: [name: string, value: string][];
}

interface Explanation {
  heading: string;
  text: string;
  canTryAgain?: boolean;
}

const explanations: Record<number, Explanation> = {
  400: {
    heading: "This request could not be read",
    text: "Nothing was changed. Please go back, reload the page and try again.",
  },
  401: { heading: "Logged out", text: "You have been logged out." },
  403: { heading: "You may not open this page", text: "If you need access, ask an administrator." },
  404: { heading: "Not found", text: "This page does not exist, or you may not see it." },
  413: { heading: "Too much at once", text: "Nothing was changed. Files may have at most 20 MB." },
  429: { heading: "Too many requests", text: "Please wait a moment, then try again.", canTryAgain: true },
  503: {
    heading: "Not available right now",
    text: "The service behind this page did not answer. Please try again in a moment.",
    canTryAgain: true,
  },
};
const unexpected: Explanation = {
  heading: "Something went wrong",
  text: "Oh no - an unexpected error has occurred.",
  canTryAgain: true,
};

export function explanationOf(error: PageError): Explanation {
  return explanations[error.status] ?? unexpected;
}

/** Converts what a loader, an action or the network threw to the data of the error page. */
export function toPageError(error: unknown): PageError {
  if (isRouteErrorResponse(error)) return isPageError(error.data) ? error.data : { status: error.status };
  // A failed fetch: the network or the site itself is unavailable.
  return { status: error instanceof TypeError ? 503 : 500 };
}

function isPageError(value: unknown): value is PageError {
  return typeof value === "object" && value !== null && typeof (value as PageError).status === "number";
}
