/** What happens to a payment after it was made: it is released or cancelled, and the bank may return a credit of it. */
import { countOf, integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";
import {
  cancelForm,
  type PaymentRun,
  paymentMessages,
  recordReturns,
  releaseForm,
  returnForm,
} from "#contract/invoices/payments.ts";
import type { OutputOf } from "#contract/operation.ts";
import { dayOf, formatPlainDay } from "#contract/rules/dates.ts";
import { paymentNumber } from "#contract/rules/payment.ts";
import { accountText, getPayment } from "./payments.server.ts";

const today = async () => dayOf(new Date().toISOString(), await operatorZone());

const parentOf = (id: number, { url }: RequestContext) => `${paths.payment(id)}${url.search}`;
const toPayment: (context: RequestContext) => string = ({ param, url: { search } }) =>
  `${paths.payment(param("id"))}${search}`;
const withRun = <T extends object>(values: T, { param }: RequestContext) => ({
  ...values,
  PaymentRunId: Number(param("id")),
});

/* ---- releasing and cancelling ---- */

/** Why the form is not offered; shown instead of an error, because somebody else may just have been faster. */
function whyNot({ state, canRelease }: PaymentRun, isRelease: boolean): string | undefined {
  if (state === "released") return "This payment has been released.";
  if (state === "cancelled") return "This payment has been cancelled.";
  return isRelease && !canRelease ? "You made this payment yourself, so somebody else has to release it." : undefined;
}

async function loadWaiting(context: RequestContext, isRelease: boolean) {
  const [payment, day] = await Promise.all([getPayment(context), today()]);
  const { id, bankDate, total, payments, isOwn } = payment;
  const isPast = bankDate < day;
  return {
    why: whyNot(payment, isRelease),
    number: paymentNumber(id),
    total,
    supplierCount: payments.length,
    isOwn,
    // The bank cannot pay on a day that has passed.
    bankDate: isPast ? day : bankDate,
    passedDay: isPast ? formatPlainDay(bankDate) : undefined,
    parent: parentOf(id, context),
    commandId: newCommandId(),
  };
}

export const loadRelease = (context: RequestContext) => loadWaiting(context, true);
export const loadCancellation = (context: RequestContext) => loadWaiting(context, false);

export const releaseForms: Record<string, CommandForm> = {
  release: commandForm({
    operation: invoices.releasePayment,
    schema: releaseForm,
    input: withRun,
    saved: paymentMessages.released,
    notSaved: paymentMessages.notReleased,
    next: toPayment,
  }),
};

export const cancelForms: Record<string, CommandForm> = {
  cancel: commandForm({
    operation: invoices.cancelPayment,
    schema: cancelForm,
    input: withRun,
    saved: paymentMessages.cancelled,
    notSaved: paymentMessages.notCancelled,
    next: toPayment,
  }),
};

/* ---- returned credits ---- */

/** A credit that has not come back yet. */
export async function loadCredit(context: RequestContext) {
  const [{ id, payments }, day] = await Promise.all([getPayment(context), today()]);
  const credit = payments.find(
    ({ supplierId, canReturn }) => canReturn && String(supplierId) === context.param("supplierId"),
  );
  if (!credit) throw missing();
  const { supplierName, amount, reference, ...account } = credit;
  return {
    supplierName,
    amount,
    reference,
    account: accountText(account),
    today: day,
    parent: parentOf(id, context),
    commandId: newCommandId(),
  };
}

export const loadReturns = async ({ url: { search } }: RequestContext) => ({
  parent: `${paths.payments()}${search}`,
  commandId: newCommandId(),
});

export const returnsForms: Record<string, CommandForm> = {
  returns: commandForm({
    operation: invoices.recordReturns,
    schema: recordReturns,
    input: (values) => values,
    saved: returnsText,
    notSaved: paymentMessages.returnsNotRecorded,
    next: ({ url: { search } }) => `${paths.payments()}${search}`,
  }),
};

/** Returns what was recorded: `2 returned credits recorded, 1 was recorded before.` */
function returnsText({ recorded, known, others }: OutputOf<typeof invoices.recordReturns>): string {
  const parts = [
    `${countOf(recorded, "returned credit")} recorded`,
    ...(known > 0 ? [`${integer(known)} recorded before`] : []),
    ...(others > 0 ? [`${integer(others)} left out`] : []),
  ];
  return `${parts.join(", ")}.`;
}

export const returnForms: Record<string, CommandForm> = {
  return: commandForm({
    operation: invoices.returnPayment,
    schema: returnForm,
    input: (values, context) => ({ ...withRun(values, context), SupplierId: Number(context.param("supplierId")) }),
    saved: paymentMessages.returned,
    notSaved: paymentMessages.notReturned,
    next: toPayment,
  }),
};
