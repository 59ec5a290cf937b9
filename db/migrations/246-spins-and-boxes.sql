-- What a picture is. Spins (24 frames of a full turn on one sheet, six in a row) and pictures of what is in the box belong
-- to the version; pictures to the colour.
alter table product_media add column kind text not null default 'picture' check (kind in ('picture', 'spin', 'box'));
