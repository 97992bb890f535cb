ALTER TABLE "product_types" ADD COLUMN "tax_class" text;--> statement-breakpoint
ALTER TABLE "product_types" ADD COLUMN "applied_tax_class" text DEFAULT 'taxable' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "applied_tax_class" text DEFAULT 'taxable' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tax_class" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "applied_tax_class" text DEFAULT 'taxable' NOT NULL;