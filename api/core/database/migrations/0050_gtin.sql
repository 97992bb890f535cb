ALTER TABLE "product_variants" ADD COLUMN "gtin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "gtin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "brand" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "product_variants_gtin" ON "product_variants" USING btree (lpad("gtin", 14, '0')) WHERE "product_variants"."gtin" <> '';--> statement-breakpoint
CREATE INDEX "products_gtin" ON "products" USING btree (lpad("gtin", 14, '0')) WHERE "products"."gtin" <> '';