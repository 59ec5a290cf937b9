-- What a picture is. A spin (24 frames of a full turn on one sheet, six in a row) and a picture of what is in the box are
-- shown for all colours of a version, whichever of them has it.
alter table product_media add column kind text not null default 'picture' check (kind in ('picture', 'spin', 'box'));
