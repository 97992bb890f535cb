import { Link } from "@remix-run/react";
import { Heading } from "./heading";

interface Props {
  /** What would be here: "product type". */
  noun: string;
  /** Leads to the form for a new one; nothing for who may not add. */
  addTo: string | undefined;
  /** The words of that link. */
  add: string;
}

/** The page of a record without a number: there is none yet. */
export function NothingYet({ noun, addTo, add }: Props) {
  return (
    <>
      <Heading title="Nothing here yet" />
      <p className="mb-3">This address is for a new {noun}, which has no page before it is added.</p>
      {addTo && (
        <Link to={addTo} className="button button-primary">
          {add}
        </Link>
      )}
    </>
  );
}
