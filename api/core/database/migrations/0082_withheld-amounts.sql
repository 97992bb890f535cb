ALTER TABLE "supplier_payments" ADD COLUMN "withheld" numeric(16, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "no_abn_reason" text DEFAULT '' NOT NULL;