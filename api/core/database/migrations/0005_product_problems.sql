DROP INDEX "products_name";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_described" boolean GENERATED ALWAYS AS (description !~* '^(?:<[^>]*>|&nbsp;|&#160;|&#xa0;|[\s\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff])*$') STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "marketplace_products_failed" ON "marketplace_products" USING btree ("product_id") WHERE "marketplace_products"."sync_status" = 3;--> statement-breakpoint
CREATE INDEX "product_variants_without_sku" ON "product_variants" USING btree ("product_id") WHERE "product_variants"."external_sku" = '';--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree (lower(coalesce("name", '')) collate "C","id","name","is_disabled","supplier_id","product_type_id");