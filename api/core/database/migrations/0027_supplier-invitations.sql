CREATE TABLE "supplier_invitations" (
	"id" integer PRIMARY KEY NOT NULL,
	"supplier_id" integer NOT NULL,
	"email" text NOT NULL,
	"permissions" integer NOT NULL,
	"token_digest" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "supplier_invitations" ADD CONSTRAINT "supplier_invitations_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_invitations_email" ON "supplier_invitations" USING btree ("supplier_id",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_invitations_token" ON "supplier_invitations" USING btree ("token_digest");