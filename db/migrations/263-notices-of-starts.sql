-- "Nhắc tôi": who wants to hear that a campaign, a flash sale or the sale of a product begins (decision 309).
alter table product_notice
  alter column product_id drop not null,
  add column landing_page_id bigint references landing_page on delete cascade,
  add column flash_sale_id bigint references flash_sale on delete cascade,
  drop constraint product_notice_kind_check,
  add constraint product_notice_kind_check check (kind in ('stock', 'price', 'start')),
  add constraint product_notice_about_one check (num_nonnulls(product_id, landing_page_id, flash_sale_id) = 1),
  add constraint product_notice_about_item check (kind = 'start' or product_id is not null);

-- One open wish of an address.
drop index product_notice_open;
create unique index product_notice_open
  on product_notice (recipient, kind, product_id, landing_page_id, flash_sale_id) nulls not distinct
  where state in ('unconfirmed', 'waiting');
create index product_notice_of_landing_page on product_notice (landing_page_id) where landing_page_id is not null;
create index product_notice_of_flash_sale on product_notice (flash_sale_id) where flash_sale_id is not null;
