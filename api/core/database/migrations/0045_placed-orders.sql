CREATE TABLE "placed_orders" (
	"marketplace_id" integer NOT NULL,
	"number" text NOT NULL,
	"content" jsonb NOT NULL,
	"answer" jsonb,
	"placed_at" timestamp (3) with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL,
	CONSTRAINT "placed_orders_marketplace_id_number_pk" PRIMARY KEY("marketplace_id","number")
);
--> statement-breakpoint
ALTER TABLE "placed_orders" ADD CONSTRAINT "placed_orders_marketplace_id_marketplaces_id_fk" FOREIGN KEY ("marketplace_id") REFERENCES "public"."marketplaces"("id") ON DELETE no action ON UPDATE no action;