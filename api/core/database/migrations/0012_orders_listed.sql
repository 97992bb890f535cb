DROP INDEX "order_line_items_product";--> statement-breakpoint
DROP INDEX "orders_ordered";--> statement-breakpoint
DROP INDEX "orders_supplier";--> statement-breakpoint
DROP INDEX "orders_marketplace";--> statement-breakpoint
DROP INDEX "orders_outstanding";--> statement-breakpoint
DROP INDEX "orders_outstanding_supplier";--> statement-breakpoint
CREATE INDEX "orders_number" ON "orders" USING btree (lower(coalesce("marketplace_order_id", '')) collate "C","ordered_at","id");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree (lower(coalesce("customer_first_name" || ' ' || "customer_surname", '')) collate "C","ordered_at","id");--> statement-breakpoint
CREATE INDEX "order_line_items_product" ON "order_line_items" USING btree ("product_id","order_id","deleted_at");--> statement-breakpoint
CREATE INDEX "orders_ordered" ON "orders" USING btree ("ordered_at","id","supplier_id","marketplace_id");--> statement-breakpoint
CREATE INDEX "orders_supplier" ON "orders" USING btree ("supplier_id","ordered_at","id","marketplace_id");--> statement-breakpoint
CREATE INDEX "orders_marketplace" ON "orders" USING btree ("marketplace_id","ordered_at","id","supplier_id");--> statement-breakpoint
CREATE INDEX "orders_outstanding" ON "orders" USING btree ("ordered_at","id","supplier_id","marketplace_id") WHERE "orders"."is_outstanding";--> statement-breakpoint
CREATE INDEX "orders_outstanding_supplier" ON "orders" USING btree ("supplier_id","ordered_at","id","marketplace_id") WHERE "orders"."is_outstanding";