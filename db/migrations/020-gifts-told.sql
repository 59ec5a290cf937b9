-- Gifts that the pick-up shop lacks, as the shopper was last shown: by product_id. An order without one
-- that was not shown as left out is asked about first (decisions/083).
alter table quote add column gifts_left_out bigint[] not null default '{}';
