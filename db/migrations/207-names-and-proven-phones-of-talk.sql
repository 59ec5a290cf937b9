-- A name may hold a text back too. A phone that a code has proven reviews a version once (decision 251).
alter table review drop constraint review_held_for_check;
alter table review add constraint review_held_for_check
  check (held_for in ('link', 'phone', 'insult', 'repeated', 'name'));
alter table comment drop constraint comment_held_for_check;
alter table comment add constraint comment_held_for_check
  check (held_for in ('link', 'phone', 'insult', 'repeated', 'name'));

alter table review add column phone_is_proven boolean not null default false;
create unique index review_of_proven_phone on review (phone, product_id) where phone_is_proven;

-- Lists of staff show the newest of all pages.
create index review_newest on review (created_at desc, review_id desc);
create index comment_newest on comment (created_at desc, comment_id desc) where staff_name is null;
