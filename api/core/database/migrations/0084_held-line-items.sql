CREATE TABLE "line_item_holds" (
	"line_item_id" integer PRIMARY KEY NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL,
	"held_by" integer NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "line_item_holds" ADD CONSTRAINT "line_item_holds_line_item_id_order_line_items_id_fk" FOREIGN KEY ("line_item_id") REFERENCES "public"."order_line_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_item_holds" ADD CONSTRAINT "line_item_holds_held_by_users_id_fk" FOREIGN KEY ("held_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;