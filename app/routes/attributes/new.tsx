import { attributes } from "@contract/attributes/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { loadNewAttribute, newAttributeForms } from "~/services/attributes.server";
import { commandForms } from "~/services/command-form.server";
import { screenFor } from "~/services/route.server";
import { AttributeForm } from "./form";

export const meta = () => title("Add Attribute");

export const loader = screenFor(attributes.add, loadNewAttribute);

export const action = commandForms(newAttributeForms);

export const clientAction = keepTyped;

export default function AddAttribute() {
  const types = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.attributes()}${search}`;
  return (
    <Dialog title="Add Attribute" closeTo={parent}>
      <AttributeForm intent="add" submit="Add" {...types} cancelTo={parent} />
    </Dialog>
  );
}
