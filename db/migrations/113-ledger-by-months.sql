-- Needs every older process stopped: the tables of the ledger are made again, in parts of one month each (decision 178).
-- The parts are in a schema of their own. The serving role has no right in it: it reaches them through the ledger alone.
create schema if not exists ledger;

create table change_log_by_month (
  change_id bigint not null,
  changed_at timestamptz not null,
  actor text not null constraint change_log_actor_check check (actor in ('staff', 'token', 'command')),
  staff_id bigint,
  operation text not null,
  reason text,
  request_id text,
  thing text not null,
  thing_key text not null,
  shop_id integer,
  table_name text not null,
  row_key text not null,
  action text not null constraint change_log_action_check check (action in ('insert', 'update', 'delete', 'shown')),
  changes jsonb not null default '{}',
  secret_fields text[] not null default '{}',
  personal_fields text[] not null default '{}',
  constraint change_log_check check ((actor = 'staff') = (staff_id is not null)),
  -- A key of a partitioned table has the time of its parts in it.
  primary key (change_id, changed_at)
) partition by range (changed_at);

-- Without a foreign key to the ledger: it would refuse to let a month go. One transaction writes both.
create table change_personal_by_month (
  change_id bigint not null,
  -- of its entry
  changed_at timestamptz not null,
  side text not null check (side in ('before', 'after')),
  person_key_id bigint not null references person_key,
  sealed bytea not null,
  primary key (change_id, side, changed_at)
) partition by range (changed_at);

-- Entries that exist stay where they are: their table becomes the part up to the end of this month, with its indexes. Of
-- their sealed values the time of the entry is added, so these are written once more.
do $$
declare
  until constant timestamptz := (select (date_trunc('month', greatest(now(), max(changed_at))
    at time zone 'Asia/Ho_Chi_Minh') + interval '1 month') at time zone 'Asia/Ho_Chi_Minh' from change_log);
  next_id constant bigint := (select last_value + is_called::integer from change_log_change_id_seq);
begin
  if exists (select from change_log) then
    alter table change_personal drop constraint change_personal_change_id_fkey;
    alter table change_log drop constraint change_log_pkey;
    alter table change_log alter column change_id drop identity;
    drop trigger change_log_stays on change_log;
    alter table change_log set schema ledger;
    alter table ledger.change_log rename to change_log_first;
    execute format('alter table change_log_by_month attach partition ledger.change_log_first
      for values from (minvalue) to (%L)', until);
    execute format('create table ledger.change_personal_first partition of change_personal_by_month
      for values from (minvalue) to (%L)', until);
    insert into change_personal_by_month (change_id, changed_at, side, person_key_id, sealed)
    select change_id, changed_at, side, person_key_id, sealed
    from change_personal join ledger.change_log_first using (change_id);
    create trigger stays before update or delete on ledger.change_log_first
      for each statement execute function refuse_change_of_ledger();
    create trigger stays before update or delete on ledger.change_personal_first
      for each statement execute function refuse_change_of_ledger();
    drop table change_personal;
  else
    drop table change_personal, change_log;
  end if;
  execute format('create sequence change_log_change_id_seq start with %s', next_id);
end $$;

alter table change_log_by_month rename to change_log;
alter index change_log_by_month_pkey rename to change_log_pkey;
alter table change_log alter column change_id set default nextval('change_log_change_id_seq');
alter sequence change_log_change_id_seq owned by change_log.change_id;
create index change_log_by_staff on change_log (staff_id, change_id);
create index change_log_by_thing on change_log (thing_key, thing, change_id);
create index change_log_by_kind on change_log (thing, change_id);
create index change_log_by_shop on change_log (shop_id, change_id);
create index change_log_by_time on change_log (changed_at);
create trigger change_log_stays before update or delete or truncate on change_log
  for each statement execute function refuse_change_of_ledger();

alter table change_personal_by_month rename to change_personal;
alter index change_personal_by_month_pkey rename to change_personal_pkey;
create index change_personal_by_key on change_personal (person_key_id);
create trigger change_personal_stays before update or delete or truncate on change_personal
  for each statement execute function refuse_change_of_ledger();

-- A write never fails for want of a part. make_ledger_months moves what is here to the part of its month.
create table ledger.change_log_rest partition of change_log default;
create table ledger.change_personal_rest partition of change_personal default;
create trigger stays before update or delete on ledger.change_log_rest
  for each statement execute function refuse_change_of_ledger();
create trigger stays before update or delete on ledger.change_personal_rest
  for each statement execute function refuse_change_of_ledger();

-- Makes the parts of the month of `at` and of the months after it, and those of entries that are in no month. Returns how
-- many it made. The serving role may call it, so that a job makes the next months in time. Months are those of Vietnam.
create function make_ledger_months(at timestamptz, months integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  ledger_name text;
  rest regclass;
  wanted timestamp[];
  month timestamp;
  part text;
  since timestamptz;
  until timestamptz;
  made integer := 0;
begin
  -- Two processes may call it at once.
  perform pg_advisory_xact_lock(7304201990);
  foreach ledger_name in array array['change_log', 'change_personal'] loop
    rest := format('ledger.%I', ledger_name || '_rest')::regclass;
    execute format('select array(
        select date_trunc(''month'', changed_at at time zone ''Asia/Ho_Chi_Minh'') from %s
        union
        select date_trunc(''month'', $1 at time zone ''Asia/Ho_Chi_Minh'') + make_interval(months => n)
        from generate_series(0, $2) n order by 1)', rest) into wanted using at, least(months, 12);
    foreach month in array wanted loop
      since := month at time zone 'Asia/Ho_Chi_Minh';
      until := (month + interval '1 month') at time zone 'Asia/Ho_Chi_Minh';
      part := format('%s_%s', ledger_name, to_char(month, 'YYYY_MM'));
      -- What was written before there were parts is one part, up to the end of a month.
      continue when exists (
        select from pg_inherits join pg_class on pg_class.oid = inhrelid,
          pg_get_expr(relpartbound, inhrelid) bounds
        where inhparent = format('public.%I', ledger_name)::regclass and bounds <> 'DEFAULT'
          and coalesce((regexp_match(bounds, 'FROM \(''([^'']+)''\)'))[1]::timestamptz, '-infinity') <= since
          and (regexp_match(bounds, 'TO \(''([^'']+)''\)'))[1]::timestamptz > since);
      execute format('create table ledger.%I (like public.%I including defaults including constraints)',
        part, ledger_name);
      execute format('lock table %s in access exclusive mode', rest);
      execute format('alter table %s disable trigger stays', rest);
      execute format('with moved as (delete from %s where changed_at >= $1 and changed_at < $2 returning *)
        insert into ledger.%I select * from moved', rest, part) using since, until;
      execute format('alter table %s enable trigger stays', rest);
      execute format('alter table public.%I attach partition ledger.%I for values from (%L) to (%L)',
        ledger_name, part, since, until);
      execute format('create trigger stays before update or delete on ledger.%I
        for each statement execute function public.refuse_change_of_ledger()', part);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

-- Takes a month out of the ledger and returns the names of its two tables. They stay in the schema `ledger`, outside of
-- pages and backups, until somebody has copied and dropped them. Only the owner may call it.
create function detach_ledger_month(month date) returns setof text
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  ledger_name text;
  part text;
begin
  foreach ledger_name in array array['change_personal', 'change_log'] loop
    part := format('%s_%s', ledger_name, to_char(month, 'YYYY_MM'));
    if to_regclass(format('ledger.%I', part)) is null then
      raise exception 'the ledger has no month %', to_char(month, 'YYYY-MM');
    end if;
    execute format('alter table public.%I detach partition ledger.%I', ledger_name, part);
    execute format('alter table ledger.%I rename to %I', part, 'detached_' || part);
    return next format('ledger.detached_%s', part);
  end loop;
end $$;
revoke execute on function detach_ledger_month(date) from public;

select make_ledger_months(now(), 3);
