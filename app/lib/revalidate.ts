import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * The `shouldRevalidate` of pages that others may change meanwhile: after a rejected submission, loads the current
 * figures again.
 */
export const afterRefusals: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || actionStatus === 422 || defaultShouldRevalidate;
