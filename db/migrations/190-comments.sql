-- Questions and comments of shoppers about products, articles and repairs, and what the shop answers (decision 252).
create table comment (
  comment_id bigint generated always as identity primary key,
  -- the kind of page, as in slug, and its key
  subject_kind text not null check (subject_kind in ('product', 'post', 'repair_service')),
  subject_id bigint not null,
  -- the question that it stands under; null: it is one
  parent_id bigint references comment on delete cascade,
  customer_id bigint references customer on delete set null,
  secret text not null unique,
  name text not null,
  -- in E.164; null: a member, staff, or erased
  phone text,
  -- who of staff wrote it
  staff_name text,
  text text not null,
  state text not null check (state in ('published', 'held', 'hidden')),
  held_for text check (held_for in ('link', 'phone', 'insult', 'repeated')),
  hidden_for text check (hidden_for in ('illegal', 'insult', 'personal', 'advertising', 'off_topic', 'false_identity')),
  check ((state = 'hidden') = (hidden_for is not null)),
  handled_at timestamptz,
  reports integer not null default 0,
  -- until when the shop has promised an answer, and when it came; both null of what staff wrote
  due_at timestamptz,
  answered_at timestamptz,
  check (staff_name is null or due_at is null),
  created_at timestamptz not null,
  edited_at timestamptz
);
create index comment_shown on comment (subject_kind, subject_id, created_at desc, comment_id desc)
  where state = 'published' and parent_id is null;
create index comment_by_parent on comment (parent_id, created_at) where parent_id is not null;
create index comment_by_customer on comment (customer_id) where customer_id is not null;
create index comment_by_phone on comment (phone, created_at) where phone is not null;
create index comment_waiting on comment (due_at) where staff_name is null and (handled_at is null or reports > 0);
create index comment_answered on comment (created_at) where answered_at is not null and parent_id is null;

create function tell_comments() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    perform pg_notify('shop_change', 'talk:' || subject_kind || ':' || subject_id)
    from (select distinct subject_kind, subject_id from new_rows limit 500) told;
  else
    perform pg_notify('shop_change', 'talk:' || subject_kind || ':' || subject_id)
    from (select distinct subject_kind, subject_id from old_rows limit 500) told;
  end if;
  return null;
end $$;
create trigger tell_insert after insert on comment referencing new table as new_rows
  for each statement execute function tell_comments();
create trigger tell_update after update on comment referencing old table as old_rows new table as new_rows
  for each statement execute function tell_comments();
create trigger tell_delete after delete on comment referencing old table as old_rows
  for each statement execute function tell_comments();

-- What staff answer often.
create table saved_answer (
  saved_answer_id bigint generated always as identity primary key,
  title text not null,
  text text not null,
  created_at timestamptz not null default now()
);
insert into saved_answer (title, text) values
  ('Cảm ơn', 'Dạ cửa hàng cảm ơn anh/chị đã chia sẻ, chúc anh/chị dùng máy thật vui ạ.'),
  ('Xin lỗi, mời kiểm tra', 'Dạ cửa hàng xin lỗi vì trải nghiệm chưa tốt. Anh/chị ghé cửa hàng gần nhất để kỹ thuật kiểm tra miễn phí giúp mình ạ.'),
  ('Còn hàng', 'Dạ shop chào anh/chị, mẫu này hiện còn hàng tại cửa hàng gần mình ạ.'),
  ('Thời gian giao', 'Dạ thời gian giao 2-4 ngày tùy khu vực ạ.'),
  ('Bảo hành', 'Dạ máy bảo hành 12 tháng, lỗi 1 đổi 1 trong 30 ngày ạ.');

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'talk.see', 'all', null),
  ('support', 'talk.see', 'all', null),
  ('support_lead', 'talk.see', 'all', null),
  ('content', 'talk.see', 'all', null),
  ('auditor', 'talk.see', 'all', null),
  ('director', 'talk.answer', 'all', null),
  ('support', 'talk.answer', 'all', null),
  ('support_lead', 'talk.answer', 'all', null),
  ('content', 'talk.answer', 'all', null),
  ('director', 'talk.hide', 'all', null),
  ('support_lead', 'talk.hide', 'all', null);

create index review_hidden on review (created_at) where state = 'hidden';
create index comment_hidden on comment (created_at) where state = 'hidden';

-- Who of staff has seen a review is written into the ledger.
drop trigger log_change on review;
call log_changes_of('review', 'review', 'review_id', ignored =>
  '{review_id,product_id,customer_id,order_id,created_at,edited_at,picture_count,helpful,replied_at}',
  secret => '{secret}', personal => '{name,phone,text}');
call log_changes_of('comment', 'comment', 'comment_id', ignored =>
  '{comment_id,subject_kind,subject_id,parent_id,customer_id,created_at,edited_at,due_at}',
  secret => '{secret}', personal => '{name,phone,text}');
call log_changes_of('saved_answer', 'saved_answer', 'saved_answer_id', ignored => '{saved_answer_id,created_at}');
