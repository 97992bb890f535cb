/** Items that can be reordered: by buttons, which need no scripts, and by drag and drop. Both submit the same form. */
import { Form, useLocation, useNavigation } from "@remix-run/react";
import { type CSSProperties, Fragment, lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { LoggedOutAlert } from "#app/components/dialog/logged-out-alert.tsx";
import { useFormAnswer, useIsPending } from "#app/components/form/form-state.ts";
import { Toaster, useHydrated } from "#app/components/layout/toast.tsx";
import { formId } from "#app/lib/form-answer.ts";
import { move, moved } from "#app/lib/order.ts";

/** Drag and drop is loaded after the page, and only for users who may reorder. The buttons work without it. */
const SortableItems = lazy(
  () => import("./sortable-items.tsx"),
) as unknown as typeof import("./sortable-items.tsx").default;

export interface Order {
  /** Selects the form among those of the route's action. */
  intent: string;
  /** Name of the field with the ids in their new order. */
  field: string;
  /** Name of an item in screen reader announcements while it is dragged: `attribute`. */
  noun: string;
  /** The items are laid out in a grid instead of a column. */
  isGrid?: boolean;
}

interface Item {
  id: number;
  name: string;
}

/** Drag and drop attributes of an item. */
export interface Drag {
  ref?: (element: HTMLElement | null) => void;
  style?: CSSProperties;
  handle?: ReactNode;
}

export interface OrderedProps<T> {
  order: Order;
  items: readonly T[];
  children(item: T, drag: Drag): ReactNode;
}

/** The items in order; they can be dragged after hydration. */
export function Ordered<T extends Item>({ canMove, ...props }: OrderedProps<T> & { canMove: boolean }) {
  const isHydrated = useHydrated();
  const plain = props.items.map((item) => <Fragment key={item.id}>{props.children(item, {})}</Fragment>);
  if (!canMove || !isHydrated || props.items.length < 2) return plain;
  return (
    <Suspense fallback={plain}>
      <SortableItems {...props} />
    </Suspense>
  );
}

/** Shows the order that the submitted form will result in. */
export function useOrdered<T extends Item>({ intent, field }: Order, items: readonly T[]): readonly T[] {
  const { formData } = useNavigation();
  if (formData?.get("intent") !== intent) return items;
  const order = moved(formData.getAll(`${field}[]`).map(Number), String(formData.get("Move") ?? ""));
  return [...items].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

/** The form of all move buttons, which are inside the items. */
export function OrderForm({
  order: { intent, field },
  ids,
  commandId,
}: {
  order: Order;
  ids: readonly number[];
  commandId: string;
}) {
  const answer = useFormAnswer(intent);
  const { pathname, search } = useLocation();
  useFocusKept(ids.join());
  return (
    <Form
      id={formId(intent)}
      method="post"
      action={`${pathname}${search}`}
      encType="multipart/form-data"
      preventScrollReset
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="Id" value={commandId} />
      {ids.map((id) => (
        <input key={id} type="hidden" name={`${field}[]`} value={id} />
      ))}
      {answer?.failure && <Toaster toast={{ type: "error", message: answer.failure }} />}
      {answer?.loggedOut && <LoggedOutAlert />}
    </Form>
  );
}

/** A moved item keeps the focus, which browsers would drop. */
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
    // The first item cannot move up: its other button takes the focus.
    const target = pressed.disabled
      ? pressed.parentElement?.querySelector<HTMLElement>("button:not(:disabled)")
      : pressed;
    target?.focus();
  }, [order]);
}

/** An item's buttons, which move it one place. */
export function MoveButtons({ order, items, item }: { order: Order; items: readonly Item[]; item: Item }) {
  return (
    <>
      <MoveButton
        order={order}
        item={item}
        direction="up"
        label={order.isGrid ? "Earlier" : "Up"}
        isThere={items[0]?.id !== item.id}
      />
      <MoveButton
        order={order}
        item={item}
        direction="down"
        label={order.isGrid ? "Later" : "Down"}
        isThere={items.at(-1)?.id !== item.id}
      />
    </>
  );
}

interface MoveButtonProps {
  order: Order;
  item: Item;
  direction: "up" | "down";
  label: string;
  isThere: boolean;
}

function MoveButton({ order: { intent }, item: { id, name }, direction, label, isThere }: MoveButtonProps) {
  const isPending = useIsPending(intent);
  return (
    <button
      type="submit"
      form={formId(intent)}
      name="Move"
      value={move(id, direction)}
      id={`move-${id}-${direction}`}
      disabled={!isThere}
      aria-disabled={isPending || undefined}
      aria-label={`Move ${name} ${label.toLowerCase()}`}
      className="link mr-2 min-h-6 min-w-6 disabled:text-muted disabled:no-underline"
      onClick={(event) => {
        if (isPending) event.preventDefault();
      }}
    >
      {label}
    </button>
  );
}
