-- Staff judge what they have read: a text that was changed meanwhile has another version (decision 278).
alter table review add column version integer not null default 1;
alter table comment add column version integer not null default 1;

create function next_talk_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger next_version before update on review for each row
  when ((old.name, old.text, old.stars, old.aspects, old.picture_count)
    is distinct from (new.name, new.text, new.stars, new.aspects, new.picture_count))
  execute function next_talk_version();
create trigger next_version before update on comment for each row
  when ((old.name, old.text) is distinct from (new.name, new.text))
  execute function next_talk_version();

-- The ledger names what staff decide, not this count.
drop trigger log_change on review;
call log_changes_of('review', 'review', 'review_id', ignored =>
  '{review_id,product_id,customer_id,order_id,created_at,edited_at,picture_count,helpful,replied_at,version}',
  secret => '{secret}', personal => '{name,phone,text}');
drop trigger log_change on comment;
call log_changes_of('comment', 'comment', 'comment_id', ignored =>
  '{comment_id,subject_kind,subject_id,parent_id,customer_id,created_at,edited_at,due_at,version}',
  secret => '{secret}', personal => '{name,phone,text}');
