import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'

/** Writes down that a picture of a card was shown, by the act that this transaction names. */
export async function insertCardShown(
  tx: Tx,
  { card_id, side }: { card_id: number; side: string },
): Promise<void> {
  await sql`
    insert into change_log (changed_at, actor, staff_id, operation, request_id, thing, thing_key,
      table_name, row_key, action, changes)
    select (act->>'at')::timestamptz, act->>'actor', (act->>'staff_id')::bigint, act->>'operation',
      act->>'request_id', 'card', ${String(card_id)}, 'card_picture', ${String(card_id)}, 'shown',
      jsonb_build_object('side', jsonb_build_array(null, ${side}::text))
    from (select current_setting('tiem.change')::jsonb as act) named
  `.execute(tx)
}

/** Writes down that a sealed part of a thing was shown, by the act that this transaction names. */
export async function insertThingShown(
  tx: Tx,
  shown: { thing: string; key: string; table_name: string; field: string },
): Promise<void> {
  await sql`
    insert into change_log (changed_at, actor, staff_id, operation, request_id, thing, thing_key,
      table_name, row_key, action, changes)
    select (act->>'at')::timestamptz, act->>'actor', (act->>'staff_id')::bigint, act->>'operation',
      act->>'request_id', ${shown.thing}, ${shown.key}, ${shown.table_name}, ${shown.key}, 'shown',
      jsonb_build_object('shown', jsonb_build_array(null, ${shown.field}::text))
    from (select current_setting('tiem.change')::jsonb as act) named
  `.execute(tx)
}

/** Writes down that the personal values of an entry were shown, by the act that this transaction names. */
export async function insertShown(tx: Tx, change_id: number): Promise<void> {
  await sql`
    insert into change_log (changed_at, actor, staff_id, operation, reason, request_id, thing,
      thing_key, shop_id, table_name, row_key, action, personal_fields)
    select (act->>'at')::timestamptz, act->>'actor', (act->>'staff_id')::bigint, act->>'operation',
      act->>'reason', act->>'request_id', seen.thing, seen.thing_key, seen.shop_id, 'change_log',
      seen.change_id::text, 'shown', seen.personal_fields
    from change_log seen, (select current_setting('tiem.change')::jsonb as act) named
    where seen.change_id = ${change_id}
  `.execute(tx)
}
