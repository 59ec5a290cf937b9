-- The ledger of what staff change: who, which row, from what to what, why, in which request (decisions/129).

create table change_log (
  change_id bigint generated always as identity primary key,
  changed_at timestamptz not null,
  -- staff; token: the holder of STAFF_TOKEN, before there are accounts; command: whoever has the server
  actor text not null check (actor in ('staff', 'token', 'command')),
  -- Without a foreign key: an entry stays whatever becomes of the account, and writing it locks no account.
  staff_id bigint,
  -- The operation of contracts/staff/, such as stock.countStock.
  operation text not null,
  reason text,
  request_id text,
  -- What a reader looks at: an order, an account, a stock row. The table may be another one, such as refund.
  thing text not null,
  thing_key text not null,
  -- The shop that answered for it at that time.
  shop_id integer,
  table_name text not null,
  row_key text not null,
  action text not null check (action in ('insert', 'update', 'delete', 'shown')),
  -- By field: before and after. Of the two lists below only the names are here.
  changes jsonb not null default '{}',
  secret_fields text[] not null default '{}',
  personal_fields text[] not null default '{}',
  check ((actor = 'staff') = (staff_id is not null))
);
create index change_log_by_staff on change_log (staff_id, change_id);
create index change_log_by_thing on change_log (thing_key, thing, change_id);
create index change_log_by_kind on change_log (thing, change_id);
create index change_log_by_shop on change_log (shop_id, change_id);
create index change_log_by_time on change_log (changed_at);

create function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger change_log_stays before update or delete or truncate on change_log
  for each statement execute function refuse_change_of_ledger();

-- Writes what changed in one row. Runs only where `tiem.change` says who acts: that is set for one transaction by
-- shop/change-log/, so writes of shoppers and jobs do not reach this function.
-- Personal values are not written here. They are handed to that transaction in `tiem.personal`.
create function log_change() returns trigger language plpgsql as $$
declare
  act constant jsonb := current_setting('tiem.change');
  key_columns constant text[] := tg_argv[0];
  thing text := tg_argv[1];
  thing_column constant text := tg_argv[2];
  ignored constant text[] := tg_argv[3];
  secret constant text[] := tg_argv[4];
  personal constant text[] := tg_argv[5];
  was constant jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_now constant jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  here constant jsonb := case when tg_op = 'DELETE' then was else is_now end;
  plain jsonb;
  secrets text[];
  personals text[];
  row_key text;
  thing_key text;
  shop integer;
  phone text;
  id bigint;
begin
  select coalesce(jsonb_object_agg(field, jsonb_build_array(old_value, new_value))
      filter (where not field = any (secret || personal)), '{}'),
    coalesce(array_agg(field order by field) filter (where field = any (secret)), '{}'),
    coalesce(array_agg(field order by field) filter (where field = any (personal)), '{}')
  into plain, secrets, personals
  from (select field, coalesce(b.value, 'null') as old_value, coalesce(a.value, 'null') as new_value
    from jsonb_each(was - ignored) b (field, value)
      full join jsonb_each(is_now - ignored) a (field, value) using (field)) pair
  where old_value <> new_value;
  if plain = '{}' and secrets = '{}' and personals = '{}' then return null; end if;

  select string_agg(here->>name, '/' order by position) into row_key
  from unnest(key_columns) with ordinality part (name, position);
  thing_key := case when thing_column = '' then row_key else here->>thing_column end;
  if thing in ('stock', 'unit', 'receipt', 'count') then shop := here->>'shop_id'; end if;
  if thing = 'order' and tg_table_name <> 'sales_order' then
    select sold.code, sold.shop_id, sold.phone into thing_key, shop, phone
    from sales_order sold where sold.order_id = (here->>'order_id')::bigint;
    -- Money that names no order, mail that belongs to none.
    if not found then
      thing := tg_table_name;
      thing_key := row_key;
    end if;
  elsif thing = 'order' then
    shop := here->>'shop_id';
  end if;

  insert into change_log (changed_at, actor, staff_id, operation, reason, request_id, thing, thing_key, shop_id,
    table_name, row_key, action, changes, secret_fields, personal_fields)
  values ((act->>'at')::timestamptz, act->>'actor', (act->>'staff_id')::bigint, act->>'operation', act->>'reason',
    act->>'request_id', thing, thing_key, shop, tg_table_name, row_key, lower(tg_op), plain, secrets, personals)
  returning change_id into id;

  if personals <> '{}' then
    perform set_config('tiem.personal', concat(current_setting('tiem.personal', true), jsonb_build_object(
      'change_id', id, 'thing', thing, 'staff_id', here->'staff_id',
      'phone', jsonb_build_array(coalesce(was->>'phone', phone), coalesce(is_now->>'phone', phone)),
      'before', (select jsonb_object_agg(name, was->name) from unnest(personals) name),
      'after', (select jsonb_object_agg(name, is_now->name) from unnest(personals) name)), e'\n'), true);
  end if;
  return null;
end $$;

-- Has the changes of a table written down. `ignored` columns say nothing to a reader or follow from others; of
-- `secret` ones only the name is written; `personal` ones are sealed.
create procedure log_changes_of(
  logged regclass, thing text, thing_column text default '', ignored text[] default '{}',
  secret text[] default '{}', personal text[] default '{}', events text default 'insert or update or delete'
) language plpgsql as $$
declare
  keys text[];
begin
  select array_agg(attname order by array_position(indkey::int2[], attnum)) into keys
  from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
  where indrelid = logged and indisprimary;
  execute format(
    'create trigger log_change after %s on %s for each row
    when (current_setting(''tiem.change'', true) <> '''') execute function log_change(%L, %L, %L, %L, %L, %L)',
    events, logged, keys, thing, thing_column, ignored, secret, personal);
end $$;

call log_changes_of('staff', 'staff', 'staff_id', ignored => '{staff_id,totp_step,is_demo,created_at}',
  secret => '{password_hash,totp_secret}', personal => '{name,login_name}');
call log_changes_of('staff_role_grant', 'staff', 'staff_id', ignored => '{staff_id}');
call log_changes_of('staff_shop', 'staff', 'staff_id', ignored => '{staff_id}');
call log_changes_of('staff_invite', 'staff', 'staff_id', ignored => '{staff_invite_id,staff_id,created_at}',
  secret => '{token_hash}');
call log_changes_of('staff_session', 'staff', 'staff_id', ignored =>
  '{token_hash,seen_at,address,device,verified_at,has_second_step,second_step_at,enrolling_secret,wrong_codes}',
  events => 'update');
call log_changes_of('staff_role', 'role', 'role_code');
call log_changes_of('role_permission', 'role', 'role_code', ignored => '{role_code,permission}');
call log_changes_of('gateway_setting', 'gateway', 'gateway', ignored => '{gateway,updated_at}',
  secret => '{settings}');
call log_changes_of('sales_order', 'order', 'code', ignored => '{order_id,version,idempotency_key,quote_id}',
  secret => '{secret}', personal => '{phone,recipient}');
call log_changes_of('sales_order_staff_event', 'order', ignored => '{staff_event_id,order_id,staff_name,happened_at}',
  personal => '{text}');
call log_changes_of('payment', 'order', ignored =>
  '{payment_id,order_id,created_at,updated_at,asked,asked_at,ask_at,device,redirect_url}',
  personal => '{ip}');
call log_changes_of('refund', 'order', ignored =>
  '{refund_id,order_id,payment_id,payment_review_id,number,created_at,updated_at,attempts,next_attempt_at}',
  personal => '{note}');
call log_changes_of('payment_review', 'order', ignored =>
  '{payment_review_id,order_id,bank_message_id,payment_message_id,created_at,settled_at}');
-- The free quantity follows from on hand and reservations (decisions/123).
call log_changes_of('stock', 'stock', ignored => '{quantity}');
-- Mail of an order that a move writes is an effect; only what staff do to it afterwards is a change.
call log_changes_of('outbox', 'order', ignored => '{facts,subject,body,html,error,request_id,dedupe_key}',
  personal => '{recipient}', events => 'update');
