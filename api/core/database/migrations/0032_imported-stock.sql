CREATE TABLE "imported_stock" (
	"export_id" text NOT NULL,
	"product_id" integer NOT NULL,
	"variant_id" integer NOT NULL,
	"stock" integer NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "imported_stock_export_id_product_id_variant_id_pk" PRIMARY KEY("export_id","product_id","variant_id")
);
--> statement-breakpoint
CREATE INDEX "imported_stock_age" ON "imported_stock" USING btree ("imported_at");