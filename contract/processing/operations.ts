import { open } from "../operation.ts";

export const processing = {
  get: open("GET", "processing", "signedIn"),
};
