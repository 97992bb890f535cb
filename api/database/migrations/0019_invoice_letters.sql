CREATE TABLE "invoice_letters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"invoice_id" integer NOT NULL,
	"address" text NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "notified_by" integer;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "expected_payment_date" date;--> statement-breakpoint
ALTER TABLE "invoice_letters" ADD CONSTRAINT "invoice_letters_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_letters_address" ON "invoice_letters" USING btree ("invoice_id","address");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_notified_by_users_id_fk" FOREIGN KEY ("notified_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;