-- On rows of an earlier version the indexes of the ledger are empty: they grow while its rows are filled in, so that no
-- start waits for them.
DROP INDEX "commands_at";--> statement-breakpoint
DROP INDEX "order_transactions_owed";--> statement-breakpoint
CREATE INDEX "order_transactions_supplier" ON "order_transactions" USING btree ("supplier_id","at") WHERE "order_transactions"."supplier_id" is not null;--> statement-breakpoint
CREATE INDEX "shipments_to_dispatch" ON "shipments" USING btree ("status","created_at","id") WHERE cancelled_at is null and status in (0, 1);--> statement-breakpoint
CREATE INDEX "order_transactions_owed" ON "order_transactions" USING btree ("supplier_id","marketplace_id","line_item_id","at") WHERE "order_transactions"."invoice_id" is null and "order_transactions"."type" in (0, 1, 2) and "order_transactions"."supplier_id" is not null;
