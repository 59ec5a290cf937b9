-- Since when a provider holds the money of a try back, to look at it first: staff and shopper see it.
alter table payment add column held_since timestamptz;
create index payment_held on payment (held_since) where held_since is not null;
