ALTER TABLE "supplier_payments" ADD COLUMN "returned_on" date;--> statement-breakpoint
ALTER TABLE "supplier_payments" ADD COLUMN "return_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "supplier_payments" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "supplier_payments" ADD COLUMN "returned_by" integer;--> statement-breakpoint
ALTER TABLE "supplier_payments" ADD COLUMN "returned_invoices" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "supplier_payments" ADD CONSTRAINT "supplier_payments_returned_by_users_id_fk" FOREIGN KEY ("returned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;