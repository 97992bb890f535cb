ALTER TABLE "invoices" ADD COLUMN "document_kind" text DEFAULT 'taxInvoice' NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "gst_registered_until" date;