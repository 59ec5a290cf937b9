import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#db/schema.ts'
import type { Movement, MovementCause } from '#shop/inventory/movement/movement.ts'

/** Inserts movements. The database changes the stock rows with them and refuses less than nothing on hand. */
export async function insertMovements(
  tx: Tx,
  movements: readonly Movement[],
  cause: MovementCause,
): Promise<void> {
  if (movements.length === 0) return
  await sql`
    insert into stock_movement (product_id, shop_id, unit_id, cost, quantity, ${columns})
    select product_id, shop_id, unit_id, cost, sum(quantity)::integer, ${valuesOf(cause)}
    from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb)
      as moved (product_id bigint, shop_id bigint, unit_id bigint, cost bigint, quantity integer)
    group by product_id, shop_id, unit_id, cost order by product_id, shop_id, unit_id, cost
  `.execute(tx)
}

/**
 * Writes off units that have left and never arrived: each is back and lost in one statement, so that no moment shows it
 * on hand.
 */
export async function insertLosses(
  tx: Tx,
  lost: readonly Movement[],
  cause: Omit<MovementCause, 'kind'>,
): Promise<void> {
  if (lost.length === 0) return
  const { document, reason = null, staff_name = null, at } = cause
  await sql`
    insert into stock_movement (product_id, shop_id, unit_id, cost, quantity, ${columns})
    select product_id, shop_id, unit_id, cost, quantity * way.sign, way.kind, ${document}::text, ${reason}::text,
      ${staff_name}::text, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(lost)}::jsonb)
        as moved (product_id bigint, shop_id bigint, unit_id bigint, cost bigint, quantity integer)
      cross join (values ('return', 1), ('lost', -1)) as way (kind, sign)
    order by product_id, shop_id, unit_id, way.sign desc
  `.execute(tx)
}

/**
 * Sets quantities on hand as counted, each by a movement of the difference. `counted` is a query of product_id,
 * shop_id and on_hand. What orders have reserved stays reserved: if less was counted, the row has a shortage. Units
 * with an IMEI or a serial number are on hand until somebody says which one is missing, whatever the quantity.
 */
export async function countStock(
  tx: Tx,
  counted: RawBuilder<unknown>,
  cause: MovementCause,
): Promise<void> {
  await sql`
    insert into stock (product_id, shop_id)
    select product_id, shop_id from (${counted}) counted
    where not exists (select from stock
      where stock.product_id = counted.product_id and stock.shop_id = counted.shop_id)
    order by product_id, shop_id
    on conflict do nothing
  `.execute(tx)
  await sql`
    with locked as materialized (
      select stock.product_id, stock.shop_id,
        greatest(counted.on_hand - stock.on_hand, -stock.unnamed) as difference
      from stock join (${counted}) counted
        on stock.product_id = counted.product_id and stock.shop_id = counted.shop_id
      where counted.on_hand > stock.on_hand or (counted.on_hand < stock.on_hand and stock.unnamed > 0)
      order by stock.product_id, stock.shop_id for no key update of stock
    )
    insert into stock_movement (product_id, shop_id, quantity, ${columns})
    select product_id, shop_id, difference, ${valuesOf(cause)} from locked
  `.execute(tx)
}

const columns = sql`kind, document, reason, staff_name, created_at`

function valuesOf({ kind, document, reason, staff_name, at }: MovementCause): RawBuilder<unknown> {
  return sql`${kind}::text, ${document}::text, ${reason ?? null}::text, ${staff_name ?? null}::text,
    ${at}::timestamptz`
}
