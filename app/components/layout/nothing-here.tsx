import type { ReactNode } from "react";
import { Heading } from "./heading";

interface Props {
  /** What a record of this kind is called. */
  title: string;
  /** The way to the first one, where the person may make it. */
  children?: ReactNode;
}

/** The page of the record number 0, which there never is. */
export function NothingHere({ title, children }: Props) {
  return (
    <>
      <Heading title={title}>{children}</Heading>
      <p className="card px-4 py-6 text-center text-muted">Nothing here yet.</p>
    </>
  );
}
