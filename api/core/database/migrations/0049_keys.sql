CREATE TABLE "keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"marketplace_id" integer,
	"supplier_id" integer,
	"secret_digest" text NOT NULL,
	"secret_start" text NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL,
	"created_by" integer NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" integer,
	"last_used_at" timestamp (3) with time zone,
	"minute_at" timestamp (3) with time zone,
	"calls" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "keys_one_owner" CHECK ("keys"."marketplace_id" is null or "keys"."supplier_id" is null)
);
--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_marketplace_id_marketplaces_id_fk" FOREIGN KEY ("marketplace_id") REFERENCES "public"."marketplaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keys_supplier" ON "keys" USING btree ("supplier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "keys_secret" ON "keys" USING btree ("secret_digest");