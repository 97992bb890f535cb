CREATE INDEX "product_variants_sku" ON "product_variants" USING btree (lower("external_sku") collate "C");--> statement-breakpoint
CREATE INDEX "products_sku" ON "products" USING btree (lower("external_sku") collate "C");--> statement-breakpoint
CREATE INDEX "orders_name" ON "orders" USING btree (lower("name") collate "C");--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree (lower("customer_email") collate "C");--> statement-breakpoint
CREATE INDEX "shipments_tracking" ON "shipments" USING btree (lower("tracking_number") collate "C","supplier_id");