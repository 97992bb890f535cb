CREATE TABLE "unfinished_upgrades" (
	"name" text PRIMARY KEY NOT NULL,
	"up_to" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_line_items" ADD COLUMN "supplier_id" integer;--> statement-breakpoint
ALTER TABLE "order_line_items" ADD COLUMN "marketplace_id" integer;--> statement-breakpoint
ALTER TABLE "order_line_items" ADD COLUMN "ordered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_transactions" ADD COLUMN "supplier_id" integer;--> statement-breakpoint
ALTER TABLE "order_transactions" ADD COLUMN "marketplace_id" integer;--> statement-breakpoint
-- The supplier and the marketplace of an order, and when it was placed, are copied into its parts by triggers, in the
-- transaction that writes the part or changes the order. Whoever adds a part has locked the order.
CREATE FUNCTION copy_from_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT supplier_id, marketplace_id, ordered_at INTO NEW.supplier_id, NEW.marketplace_id, NEW.ordered_at
	FROM orders WHERE id = NEW.order_id;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION copy_from_order_of_line_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT o.supplier_id, o.marketplace_id INTO NEW.supplier_id, NEW.marketplace_id
	FROM order_line_items i JOIN orders o ON o.id = i.order_id WHERE i.id = NEW.line_item_id;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION copy_to_parts_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE order_line_items SET supplier_id = NEW.supplier_id, marketplace_id = NEW.marketplace_id, ordered_at = NEW.ordered_at
	WHERE order_id = NEW.id;
	IF (OLD.supplier_id, OLD.marketplace_id) IS DISTINCT FROM (NEW.supplier_id, NEW.marketplace_id) THEN
		UPDATE order_transactions SET supplier_id = NEW.supplier_id, marketplace_id = NEW.marketplace_id
		WHERE line_item_id IN (SELECT id FROM order_line_items WHERE order_id = NEW.id);
		UPDATE shipments SET supplier_id = NEW.supplier_id, marketplace_id = NEW.marketplace_id WHERE order_id = NEW.id;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER copy_from_order BEFORE INSERT OR UPDATE OF order_id ON order_line_items
FOR EACH ROW EXECUTE FUNCTION copy_from_order();--> statement-breakpoint
CREATE TRIGGER copy_from_order BEFORE INSERT OR UPDATE OF line_item_id ON order_transactions
FOR EACH ROW EXECUTE FUNCTION copy_from_order_of_line_item();--> statement-breakpoint
CREATE TRIGGER copy_to_parts AFTER UPDATE OF supplier_id, marketplace_id, ordered_at ON orders
FOR EACH ROW WHEN ((OLD.supplier_id, OLD.marketplace_id, OLD.ordered_at) IS DISTINCT FROM (NEW.supplier_id, NEW.marketplace_id, NEW.ordered_at))
EXECUTE FUNCTION copy_to_parts_of_order();--> statement-breakpoint
-- The rows that are there already are filled in the background (api/areas/shared/order-parties.ts).
INSERT INTO unfinished_upgrades (name, up_to) SELECT 'order-parties', max(id) FROM orders HAVING max(id) IS NOT NULL;
