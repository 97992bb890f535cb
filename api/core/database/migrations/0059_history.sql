CREATE TABLE "changes" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"record" text NOT NULL,
	"record_id" integer NOT NULL,
	"table_name" text NOT NULL,
	"key" jsonb NOT NULL,
	"kind" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"fields" text[] NOT NULL,
	"user_id" integer,
	"way" text NOT NULL,
	"detail" text NOT NULL,
	"command_id" uuid,
	"process_id" uuid,
	CONSTRAINT "changes_id_at_pk" PRIMARY KEY("id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE INDEX "changes_at" ON "changes" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "changes_record" ON "changes" USING btree ("record","record_id","at","id");--> statement-breakpoint
CREATE INDEX "changes_user" ON "changes" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "changes_fields" ON "changes" USING gin ("fields");--> statement-breakpoint
CREATE INDEX "changes_command" ON "changes" USING btree ("command_id") WHERE "changes"."command_id" is not null;--> statement-breakpoint
CREATE FUNCTION add_change_partitions(through date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  starts date := date_trunc('month', now() AT TIME ZONE 'UTC')::date;
  name text;
BEGIN
  WHILE starts <= through LOOP
    name := 'changes_' || to_char(starts, 'YYYY_MM');
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF changes FOR VALUES FROM (%L) TO (%L)',
        name, starts::text || ' 00:00:00+00', (starts + interval '1 month')::date::text || ' 00:00:00+00');
    END IF;
    starts := (starts + interval '1 month')::date;
  END LOOP;
END $$;
--> statement-breakpoint
SELECT add_change_partitions((now() AT TIME ZONE 'UTC' + interval '3 months')::date);
--> statement-breakpoint
-- Arguments: the kind of record, the column with its id or with the part that leads to it, the columns of the primary
-- key, and the columns that are recorded. Columns that are not named never appear in the history.
CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  author_text text := current_setting('countinghouse.author', true);
  author jsonb;
  was jsonb;
  becomes jsonb;
  current_row jsonb;
  before_values jsonb;
  after_values jsonb;
  names text[];
  recorded text[] := string_to_array(TG_ARGV[3], ',');
  of_record text := TG_ARGV[0];
  of_id integer;
BEGIN
  IF author_text = 'none' THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN was := to_jsonb(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN becomes := to_jsonb(NEW); END IF;
  current_row := coalesce(becomes, was);
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(c, was -> c), jsonb_object_agg(c, becomes -> c), array_agg(TG_TABLE_NAME || '.' || c)
    INTO before_values, after_values, names
    FROM unnest(recorded) AS c WHERE (was -> c) IS DISTINCT FROM (becomes -> c);
    IF names IS NULL THEN RETURN NULL; END IF;
  ELSE
    SELECT coalesce(jsonb_object_agg(c, current_row -> c), '{}') INTO after_values
    FROM unnest(recorded) AS c WHERE current_row -> c NOT IN ('null', '""', 'false', '[]', '{}');
    IF TG_OP = 'DELETE' THEN
      -- These can be put back, so that all of their columns are needed.
      before_values := CASE WHEN TG_TABLE_NAME IN ('product_variants', 'product_images', 'shipping_rules', 'shipping_rates')
        THEN was ELSE after_values END;
      after_values := NULL;
    END IF;
  END IF;
  of_id := (current_row ->> TG_ARGV[1])::integer;
  CASE TG_TABLE_NAME
    WHEN 'product_variant_options' THEN SELECT product_id INTO of_id FROM product_variants WHERE id = of_id;
    WHEN 'listing_categories' THEN SELECT product_id INTO of_id FROM marketplace_products WHERE id = of_id;
    WHEN 'order_transactions' THEN SELECT order_id INTO of_id FROM order_line_items WHERE id = of_id;
    WHEN 'categories' THEN SELECT marketplace_id INTO of_id FROM category_groups WHERE id = of_id;
    WHEN 'attributes' THEN
      IF current_row ->> 'product_id' IS NOT NULL THEN
        of_record := 'product';
        of_id := (current_row ->> 'product_id')::integer;
      END IF;
    WHEN 'attribute_options' THEN
      SELECT CASE WHEN product_id IS NULL THEN 'attribute' ELSE 'product' END, coalesce(product_id, id)
      INTO of_record, of_id FROM attributes WHERE id = of_id;
    ELSE
  END CASE;
  -- The part that leads to the record is being deleted as well, and says so itself.
  IF of_id IS NULL THEN RETURN NULL; END IF;
  author := nullif(author_text, '')::jsonb;
  INSERT INTO changes (at, record, record_id, table_name, key, kind, before, after, fields, user_id, way, detail, command_id, process_id)
  VALUES (date_trunc('milliseconds', now()), of_record, of_id, TG_TABLE_NAME,
    (SELECT jsonb_object_agg(c, current_row -> c) FROM unnest(string_to_array(TG_ARGV[2], ',')) AS c),
    CASE TG_OP WHEN 'INSERT' THEN 'added' WHEN 'DELETE' THEN 'removed' ELSE 'changed' END,
    before_values, after_values, coalesce(names, '{}'),
    (author ->> 'userId')::integer, coalesce(author ->> 'way', 'system'), coalesce(author ->> 'detail', ''),
    (author ->> 'commandId')::uuid, (author ->> 'processId')::uuid);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "name", "legal_name", "logo_id", "description", "order_contact_emails", "order_emails", "notes", "business_phone_number", "handling_days", "abn", "gst_registered", "gst_registered_from", "gst_checked_at", "gst_checked_by", "bsb", "account_name", "account_number", "bank_details_verified_at", "bank_details_verified_by", "billing_contact_emails", "billing_address_id", "carrier_key_ending" ON "suppliers" FOR EACH ROW EXECUTE FUNCTION record_change('supplier', 'id', 'id', 'name,legal_name,logo_id,description,order_contact_emails,order_emails,notes,business_phone_number,handling_days,abn,gst_registered,gst_registered_from,gst_checked_at,gst_checked_by,bsb,account_name,account_number,bank_details_verified_at,bank_details_verified_by,billing_contact_emails,billing_address_id,carrier_key_ending');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "status", "commission_rate", "referral_cost_per_click", "agreed_at", "agreed_by", "agreement_file_id" ON "supplier_marketplaces" FOR EACH ROW EXECUTE FUNCTION record_change('supplier', 'supplier_id', 'supplier_id,marketplace_id', 'status,commission_rate,referral_cost_per_click,agreed_at,agreed_by,agreement_file_id');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "permissions" ON "supplier_users" FOR EACH ROW EXECUTE FUNCTION record_change('supplier', 'supplier_id', 'supplier_id,user_id', 'permissions');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "email", "permissions" ON "supplier_invitations" FOR EACH ROW EXECUTE FUNCTION record_change('supplier', 'supplier_id', 'id', 'email,permissions');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "name", "address", "user_name", "host_key", "every", "is_paused" ON "stock_feeds" FOR EACH ROW EXECUTE FUNCTION record_change('supplier', 'supplier_id', 'id', 'name,address,user_name,host_key,every,is_paused');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "name", "scopes", "marketplace_id", "supplier_id", "ends_at", "revoked_at" ON "keys" FOR EACH ROW EXECUTE FUNCTION record_change('key', 'id', 'id', 'name,scopes,marketplace_id,supplier_id,ends_at,revoked_at');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "supplier_id", "product_type_id", "name", "description", "default_image_file_id", "external_sku", "gtin", "brand", "has_variants", "recommended_retail_price", "sale_price", "manage_stock", "stock_quantity", "shipping_package_weight", "shipping_package_height", "shipping_package_width", "shipping_package_depth", "is_referral_product", "referral_product_url", "referral_product_call_to_action", "shipping_method", "domestic_flat_rate", "allow_shipping_internationally", "international_flat_rate", "shipping_notes", "handling_days", "shipping_rule_id", "is_disabled" ON "products" FOR EACH ROW EXECUTE FUNCTION record_change('product', 'id', 'id', 'supplier_id,product_type_id,name,description,default_image_file_id,external_sku,gtin,brand,has_variants,recommended_retail_price,sale_price,manage_stock,stock_quantity,shipping_package_weight,shipping_package_height,shipping_package_width,shipping_package_depth,is_referral_product,referral_product_url,referral_product_call_to_action,shipping_method,domestic_flat_rate,allow_shipping_internationally,international_flat_rate,shipping_notes,handling_days,shipping_rule_id,is_disabled');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "use_for_variations", "value" ON "product_attributes" FOR EACH ROW EXECUTE FUNCTION record_change('product', 'product_id', 'product_id,attribute_id', 'use_for_variations,value');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE ON "product_attribute_options" FOR EACH ROW EXECUTE FUNCTION record_change('product', 'product_id', 'product_id,option_id', '');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "name", "external_sku", "gtin", "default_image_file_id", "recommended_retail_price", "sale_price", "manage_stock", "stock_quantity", "shipping_package_weight", "shipping_package_height", "shipping_package_width", "shipping_package_depth", "is_disabled" ON "product_variants" FOR EACH ROW EXECUTE FUNCTION record_change('product', 'product_id', 'id', 'name,external_sku,gtin,default_image_file_id,recommended_retail_price,sale_price,manage_stock,stock_quantity,shipping_package_weight,shipping_package_height,shipping_package_width,shipping_package_depth,is_disabled');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "variant_id" ON "product_variant_options" FOR EACH ROW EXECUTE FUNCTION record_change('product', 'variant_id', 'variant_id,option_id', 'variant_id');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "image_id", "label", "position", "is_disabled", "available_from" ON "product_images" FOR EACH ROW EXECUTE FUNCTION record_change('product', 'product_id', 'id', 'image_id,label,position,is_disabled,available_from');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "marketplace_id", "status", "marketplace_sku", "available_from", "available_to", "approved_by", "disable_reason" ON "marketplace_products" FOR EACH ROW EXECUTE FUNCTION record_change('product', 'product_id', 'id', 'marketplace_id,status,marketplace_sku,available_from,available_to,approved_by,disable_reason');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE ON "listing_categories" FOR EACH ROW EXECUTE FUNCTION record_change('product', 'listing_id', 'listing_id,category_id', '');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "name", "parent_id", "is_disabled" ON "product_types" FOR EACH ROW EXECUTE FUNCTION record_change('productType', 'id', 'id', 'name,parent_id,is_disabled');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "position" ON "product_type_attributes" FOR EACH ROW EXECUTE FUNCTION record_change('productType', 'product_type_id', 'product_type_id,attribute_id', 'position');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "internal_name", "display_name", "selection_type", "option_data_type", "is_disabled" ON "attributes" FOR EACH ROW EXECUTE FUNCTION record_change('attribute', 'id', 'id', 'internal_name,display_name,selection_type,option_data_type,is_disabled');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "code", "value", "position" ON "attribute_options" FOR EACH ROW EXECUTE FUNCTION record_change('attribute', 'attribute_id', 'id', 'code,value,position');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "name", "marketplace_order_id", "ordered_at", "supplier_id", "marketplace_id", "customer_first_name", "customer_surname", "customer_email", "customer_phone_number", "company_name", "order_notes", "shipping_address_id", "ship_by", "ship_by_is_given", "supplier_notified_at" ON "orders" FOR EACH ROW EXECUTE FUNCTION record_change('order', 'id', 'id', 'name,marketplace_order_id,ordered_at,supplier_id,marketplace_id,customer_first_name,customer_surname,customer_email,customer_phone_number,company_name,order_notes,shipping_address_id,ship_by,ship_by_is_given,supplier_notified_at');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "product_id", "variant_id", "product_name", "product_sku", "options", "purchase_price_ex_tax", "purchase_price_tax", "commission_rate", "status", "expected_in_stock_date", "order_notes", "supplier_notes", "deleted_at" ON "order_line_items" FOR EACH ROW EXECUTE FUNCTION record_change('order', 'order_id', 'id', 'product_id,variant_id,product_name,product_sku,options,purchase_price_ex_tax,purchase_price_tax,commission_rate,status,expected_in_stock_date,order_notes,supplier_notes,deleted_at');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "line_item_id", "type", "quantity", "purchase_ex_tax", "purchase_tax", "commission_ex_tax", "commission_tax", "shipping_ex_tax", "shipping_tax", "comment" ON "order_transactions" FOR EACH ROW EXECUTE FUNCTION record_change('order', 'line_item_id', 'id', 'line_item_id,type,quantity,purchase_ex_tax,purchase_tax,commission_ex_tax,commission_tax,shipping_ex_tax,shipping_tax,comment');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "status", "courier_id", "tracking_number", "cancelled_at", "slip_printed_at", "slip_printed_by" ON "shipments" FOR EACH ROW EXECUTE FUNCTION record_change('shipment', 'id', 'id', 'status,courier_id,tracking_number,cancelled_at,slip_printed_at,slip_printed_by');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "quantity" ON "shipment_items" FOR EACH ROW EXECUTE FUNCTION record_change('shipment', 'shipment_id', 'shipment_id,line_item_id', 'quantity');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "is_adjustment", "invoiced_at", "notified_at", "notified_by", "voided_at", "voided_by", "expected_payment_date", "payment_run_id" ON "invoices" FOR EACH ROW EXECUTE FUNCTION record_change('invoice', 'id', 'id', 'is_adjustment,invoiced_at,notified_at,notified_by,voided_at,voided_by,expected_payment_date,payment_run_id');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "line_item_id", "kind", "note" ON "invoice_answers" FOR EACH ROW EXECUTE FUNCTION record_change('invoice', 'invoice_id', 'id', 'line_item_id,kind,note');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "amount", "reference" ON "supplier_payments" FOR EACH ROW EXECUTE FUNCTION record_change('supplier', 'supplier_id', 'payment_run_id,supplier_id', 'amount,reference');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "supplier_id", "name", "sell_anywhere_domestically", "default_domestic_rate", "sell_anywhere_internationally", "default_international_rate", "is_disabled" ON "shipping_rules" FOR EACH ROW EXECUTE FUNCTION record_change('shippingRule', 'id', 'id', 'supplier_id,name,sell_anywhere_domestically,default_domestic_rate,sell_anywhere_internationally,default_international_rate,is_disabled');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "country_code", "state", "quantity_from", "quantity_to", "rate_per_item" ON "shipping_rates" FOR EACH ROW EXECUTE FUNCTION record_change('shippingRule', 'shipping_rule_id', 'id', 'country_code,state,quantity_from,quantity_to,rate_per_item');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "email", "given_name", "surname", "is_active", "roles" ON "users" FOR EACH ROW EXECUTE FUNCTION record_change('user', 'id', 'id', 'email,given_name,surname,is_active,roles');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "name", "legal_name", "abn", "order_number_prefix", "terms", "logo_id", "business_address_id", "is_disabled", "takes_applications", "webhook_url", "webhook_secret_set_at", "feed_product_link" ON "marketplaces" FOR EACH ROW EXECUTE FUNCTION record_change('marketplace', 'id', 'id', 'name,legal_name,abn,order_number_prefix,terms,logo_id,business_address_id,is_disabled,takes_applications,webhook_url,webhook_secret_set_at,feed_product_link');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "kind", "url", "secrets_set_at", "connected_at" ON "shops" FOR EACH ROW EXECUTE FUNCTION record_change('marketplace', 'marketplace_id', 'marketplace_id', 'kind,url,secrets_set_at,connected_at');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "name" ON "category_groups" FOR EACH ROW EXECUTE FUNCTION record_change('marketplace', 'marketplace_id', 'id', 'name');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "name", "external_id" ON "categories" FOR EACH ROW EXECUTE FUNCTION record_change('marketplace', 'group_id', 'id', 'name,external_id');
--> statement-breakpoint
CREATE TRIGGER record_change AFTER INSERT OR DELETE OR UPDATE OF "setup_dismissed_at", "organisation_name", "logo_id", "time_zone", "mail_from", "mail_server_set_at", "mail_server_set_by", "payer", "payer_confirmed_by", "proposed_payer" ON "settings" FOR EACH ROW EXECUTE FUNCTION record_change('settings', 'id', 'id', 'setup_dismissed_at,organisation_name,logo_id,time_zone,mail_from,mail_server_set_at,mail_server_set_by,payer,payer_confirmed_by,proposed_payer');
