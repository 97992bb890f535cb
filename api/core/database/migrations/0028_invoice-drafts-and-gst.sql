ALTER TABLE "invoices" ADD COLUMN "is_adjustment" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "supplier_gst_registered" boolean;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "has_agreement" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "voided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "voided_by" integer;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "gst_registered" boolean;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "gst_registered_from" date;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "gst_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "gst_checked_by" integer;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_voided_by_users_id_fk" FOREIGN KEY ("voided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_rows_line_item" ON "invoice_rows" USING btree ("line_item_id");