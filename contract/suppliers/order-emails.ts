/** When a supplier is emailed about new orders. */
export const orderEmails = ["atOnce", "hourly", "daily", "never"] as const;
export type OrderEmails = (typeof orderEmails)[number];
export const orderEmailsLabels: Record<OrderEmails, string> = {
  atOnce: "At once, for each order",
  hourly: "Every hour, if there are new orders",
  daily: "Every morning, if there are new orders",
  never: "Never",
};
