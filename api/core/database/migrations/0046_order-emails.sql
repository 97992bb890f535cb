ALTER TABLE "orders" ADD COLUMN "email_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "order_emails" text DEFAULT 'atOnce' NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_email_due" ON "orders" USING btree ("email_due_at","supplier_id") WHERE "orders"."email_due_at" is not null;