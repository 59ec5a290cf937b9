-- Whether the buyer of an order came by an advertisement, with the consent to store its click id (gclid). The id itself
-- is not stored: the report of sources only counts.
alter table sales_order add column has_ad_click boolean not null default false;
