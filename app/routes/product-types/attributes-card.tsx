import type { ProductTypeAttribute } from "@contract/product-types/schema.ts";
import { Form, useLocation, useNavigation } from "@remix-run/react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { LoggedOutAlert } from "~/components/dialog/logged-out-alert";
import { CommandButton } from "~/components/form/command-button";
import { useFormAnswer } from "~/components/form/form-state";
import { Card } from "~/components/layout/card";
import { CardTable } from "~/components/layout/card-table";
import { Toaster, useHydrated } from "~/components/layout/toast";
import { moved } from "~/lib/order";
import type { ProductTypePage } from "~/services/product-types.server";
import { AttributeRow, inheritedFrom, OwnRow, reorderForm } from "./attribute-row";

/** Dragging comes after the page and only for who may use it; the buttons are there without it. */
const SortableRows = lazy(() => import("./sortable-rows"));

interface Props {
  page: ProductTypePage;
}

export function AttributesCard({ page }: Props) {
  const { type, canEdit } = page;
  const inherited = type.attributes.filter(({ isInherited }) => isInherited);
  const own = useOrdered(type.attributes.filter(({ isInherited }) => !isInherited));
  return (
    <Card title="Attributes">
      {type.attributes.length === 0 ? (
        <p className="text-muted">This product type has no attributes yet.</p>
      ) : (
        <CardTable columns={[{ heading: "Name" }, { heading: "Is Inherited" }, ...(canEdit ? [{ heading: "Actions" }] : [])]}>
          {inherited.map((attribute) => (
            <AttributeRow key={attribute.attributeId} attribute={attribute} isInherited={inheritedFrom(attribute)} actions={canEdit && <td />} />
          ))}
          <OwnRows page={page} own={own} />
        </CardTable>
      )}
      {canEdit && <OrderForm page={page} />}
      {canEdit && <AddAttribute page={page} />}
    </Card>
  );
}

function OwnRows({ page, own }: Props & { own: ProductTypeAttribute[] }) {
  const isHydrated = useHydrated();
  const plain = own.map((attribute) => <OwnRow key={attribute.attributeId} attribute={attribute} own={own} page={page} />);
  if (!page.canEdit || !isHydrated || own.length < 2) return plain;
  return (
    <Suspense fallback={plain}>
      <SortableRows page={page} own={own} />
    </Suspense>
  );
}

/** In the order they will have once the server has answered. */
function useOrdered(own: ProductTypeAttribute[]): ProductTypeAttribute[] {
  const { formData } = useNavigation();
  if (formData?.get("intent") !== "reorder") return own;
  const order = moved(formData.getAll("AttributeIds[]").map(Number), String(formData.get("Move") ?? ""));
  return [...own].sort((a, b) => order.indexOf(a.attributeId) - order.indexOf(b.attributeId));
}

/** The form of all buttons that move an attribute; they stand in the rows. */
function OrderForm({ page: { type, commandId } }: Props) {
  const answer = useFormAnswer("reorder");
  const { pathname, search } = useLocation();
  const own = type.attributes.filter(({ isInherited }) => !isInherited);
  useFocusKept(own.map(({ attributeId }) => attributeId).join());
  return (
    <Form id={reorderForm} method="post" action={`${pathname}${search}`} encType="multipart/form-data" preventScrollReset>
      <input type="hidden" name="intent" value="reorder" />
      <input type="hidden" name="Id" value={commandId} />
      {own.map(({ attributeId }) => (
        <input key={attributeId} type="hidden" name="AttributeIds[]" value={attributeId} />
      ))}
      {answer?.failure && <Toaster toast={{ type: "error", message: answer.failure }} />}
      {answer?.loggedOut && <LoggedOutAlert />}
    </Form>
  );
}

/** A row that moves takes the focus along: browsers drop it. */
function useFocusKept(order: string): void {
  const last = useRef<string>();
  useEffect(() => {
    const remember = ({ submitter }: SubmitEvent) => {
      last.current = submitter?.id;
    };
    document.addEventListener("submit", remember);
    return () => document.removeEventListener("submit", remember);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new order is what makes it run
  useEffect(() => {
    const pressed = last.current ? document.getElementById(last.current) : null;
    last.current = undefined;
    if (!(pressed instanceof HTMLButtonElement)) return;
    // The first cannot go further up: its other button takes over.
    const target = pressed.disabled ? pressed.parentElement?.querySelector<HTMLElement>("button:not(:disabled)") : pressed;
    target?.focus();
  }, [order]);
}

function AddAttribute({ page: { type, commandId } }: Props) {
  const answer = useFormAnswer("addAttribute");
  const message = answer?.errors?.AttributeId?.message;
  const typed = answer?.defaultValues.AttributeId;
  if (type.availableAttributes.length === 0) return <p className="mt-7 text-muted">There is no other active attribute to add.</p>;
  return (
    <div className={`no-print ${type.attributes.length > 0 ? "mt-7" : "mt-3.5"}`}>
      <CommandButton intent="addAttribute" commandId={commandId} label="Add" busy="Working...">
        <div className="grid gap-1">
          <label htmlFor="AttributeId" className="font-semibold">
            Attribute to add
          </label>
          <select
            // What was added is no longer among them.
            key={type.availableAttributes.length}
            id="AttributeId"
            name="AttributeId"
            className="input max-w-80"
            defaultValue={typeof typed === "string" ? typed : ""}
            aria-invalid={message ? true : undefined}
            aria-describedby="AttributeId-error"
          >
            <option value="">(Choose)</option>
            {type.availableAttributes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </CommandButton>
      <p id="AttributeId-error" role="alert" className="text-sm font-semibold text-danger empty:hidden">
        {message}
      </p>
    </div>
  );
}
