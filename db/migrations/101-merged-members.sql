-- Two accounts of one person become one (decisions/197). The row is the proof of the other account, and then the record.
create table member_merge (
  member_merge_id bigint generated always as identity primary key,
  into_customer_id bigint not null references customer,
  from_customer_id bigint not null references customer,
  -- The session that proved the other account, and may merge.
  session_id bigint references session on delete set null,
  proven_at timestamptz not null,
  merged_at timestamptz,
  -- How much moved: counts by kind, no names.
  moved jsonb,
  check (into_customer_id <> from_customer_id),
  check ((merged_at is null) = (moved is null))
);
create unique index member_merge_once on member_merge (from_customer_id) where merged_at is not null;
create index member_merge_by_from on member_merge (from_customer_id);
create index member_merge_by_into on member_merge (into_customer_id);
create index member_merge_by_session on member_merge (session_id);

-- Points move by entries on both sides, order by order, so that they expire when they would have. What had expired of
-- the other account expires again here: `restore` takes it back there.
alter table point_entry drop column taken_from, drop column put_into;
alter table point_entry drop constraint point_entry_kind_check, drop constraint point_entry_has_order;
alter table point_entry
  add constraint point_entry_kind_check
    check (kind in ('earn', 'take_back', 'spend', 'give_back', 'expire', 'restore')),
  add constraint point_entry_has_order check ((order_id is null) = (kind in ('expire', 'restore'))),
  add column taken_from text not null generated always as (case kind when 'earn' then 'issued'
    when 'give_back' then 'spent' when 'restore' then 'expired' else 'member' end) stored,
  add column put_into text not null generated always as (case kind when 'take_back' then 'issued'
    when 'spend' then 'spent' when 'expire' then 'expired' else 'member' end) stored,
  add column member_merge_id bigint references member_merge;
create index point_entry_by_merge on point_entry (member_merge_id) where member_merge_id is not null;
