/** Items whose order is changed: by buttons, which need no scripts, and by dragging. Each way sends the same form. */
import { Form, useLocation, useNavigation } from "@remix-run/react";
import { type CSSProperties, Fragment, lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { LoggedOutAlert } from "~/components/dialog/logged-out-alert";
import { useFormAnswer, useIsPending } from "~/components/form/form-state";
import { Toaster, useHydrated } from "~/components/layout/toast";
import { formId } from "~/lib/form-answer";
import { move, moved } from "~/lib/order";

/** Dragging is loaded after the page, and only for people who may reorder. The buttons work without it. */
const SortableItems = lazy(() => import("./sortable-items")) as unknown as typeof import("./sortable-items").default;

export interface Order {
  /** Names the command among those of its route's action. */
  intent: string;
  /** Takes the ids in their new order. */
  field: string;
  /** What an item is called in the announcements of screen readers while it is dragged: `attribute`. */
  noun: string;
  /** They stand beside each other too, and not only below. */
  isGrid?: boolean;
}

interface Item {
  id: number;
  name: string;
}

/** What an item needs to be dragged. */
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

/** The items one after the other, to be dragged once scripts run. */
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

/** In the order they will have once the server has answered. */
export function useOrdered<T extends Item>({ intent, field }: Order, items: readonly T[]): readonly T[] {
  const { formData } = useNavigation();
  if (formData?.get("intent") !== intent) return items;
  const order = moved(formData.getAll(`${field}[]`).map(Number), String(formData.get("Move") ?? ""));
  return [...items].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

/** The form of all buttons that move an item; they stand in the items. */
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

/** An item that moves takes the focus along: browsers drop it. */
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
    const target = pressed.disabled
      ? pressed.parentElement?.querySelector<HTMLElement>("button:not(:disabled)")
      : pressed;
    target?.focus();
  }, [order]);
}

/** The buttons of one item, a step each. */
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
