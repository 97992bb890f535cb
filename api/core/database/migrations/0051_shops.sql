CREATE TABLE "shop_keys" (
	"marketplace_id" integer NOT NULL,
	"kind" text NOT NULL,
	"own_id" text NOT NULL,
	"shop_id" text NOT NULL,
	CONSTRAINT "shop_keys_marketplace_id_kind_own_id_pk" PRIMARY KEY("marketplace_id","kind","own_id")
);
--> statement-breakpoint
CREATE TABLE "shop_orders" (
	"marketplace_id" integer NOT NULL,
	"shop_id" text NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"changed_at" text DEFAULT '' NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"problem_at" timestamp (3) with time zone,
	"dealt_with" text DEFAULT '' NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"taken" text DEFAULT '' NOT NULL,
	"refund_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "shop_orders_marketplace_id_shop_id_pk" PRIMARY KEY("marketplace_id","shop_id")
);
--> statement-breakpoint
CREATE TABLE "shops" (
	"marketplace_id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"url" text NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"secrets" text NOT NULL,
	"secrets_set_at" timestamp (3) with time zone NOT NULL,
	"secrets_set_by" integer NOT NULL,
	"caller_id" integer NOT NULL,
	"connected_at" timestamp (3) with time zone NOT NULL,
	"read_until" timestamp (3) with time zone NOT NULL,
	"next_read_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"problem" text DEFAULT '' NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "shop_keys" ADD CONSTRAINT "shop_keys_marketplace_id_marketplaces_id_fk" FOREIGN KEY ("marketplace_id") REFERENCES "public"."marketplaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_marketplace_id_marketplaces_id_fk" FOREIGN KEY ("marketplace_id") REFERENCES "public"."marketplaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shops" ADD CONSTRAINT "shops_marketplace_id_marketplaces_id_fk" FOREIGN KEY ("marketplace_id") REFERENCES "public"."marketplaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shop_orders_number" ON "shop_orders" USING btree ("marketplace_id","number");--> statement-breakpoint
CREATE INDEX "shop_orders_due" ON "shop_orders" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "shop_orders_problem" ON "shop_orders" USING btree ("marketplace_id","problem_at") WHERE problem <> '';