import type { ShouldRevalidateFunction } from "@remix-run/react";

/** The `shouldRevalidate` of a page on which somebody can come second: what was refused is shown beside the figures that it was refused for. */
export const afterRefusals: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || actionStatus === 422 || defaultShouldRevalidate;
