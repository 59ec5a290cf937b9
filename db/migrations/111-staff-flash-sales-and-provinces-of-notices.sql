-- Staff plan flash sales, and another person approves them (decision 212). is_active: approved, and not stopped.
alter table flash_sale
  add column version integer not null default 1,
  add column changed_at timestamptz,
  add column changed_by text,
  -- Whoever saved it last does not approve it. Without a foreign key: it stays whatever becomes of the account.
  add column changed_by_id bigint,
  add column approved_by text;

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'offers.see', 'all', null),
  ('director', 'offers.change', 'all', null),
  ('accountant', 'offers.see', 'all', null),
  ('accountant', 'offers.approve', 'all', null),
  ('category_manager', 'offers.see', 'all', null),
  ('category_manager', 'offers.change', 'all', null),
  ('category_manager', 'offers.approve', 'all', null),
  ('auditor', 'offers.see', 'all', null);

-- Slots are those of quota, which sales write too: the entry of the sale says in its reason which ones staff changed.
call log_changes_of('flash_sale', 'flash_sale', ignored => '{flash_sale_id,code,changed_at,changed_by,changed_by_id}');
call log_changes_of('flash_sale_item', 'flash_sale', 'flash_sale_id', ignored => '{flash_sale_item_id,flash_sale_id,quota_id}');

-- Where the price holds that a notice is about (decision 213). Null: nationwide, as those were that were asked before.
alter table product_notice add column province_id integer references province;
create index product_notice_by_province on product_notice (province_id) where province_id is not null;
