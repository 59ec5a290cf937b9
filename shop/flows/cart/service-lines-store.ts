import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import { joinOption, optionColumns, optionIsOffered } from '#shop/repair/repair-rows.ts'
import type { RepairItem } from '#shop/repair/repair-store.ts'

/** A repair service in a cart. */
export interface ServiceLine extends RepairItem {
  line_id: number
  item_quantity: number
  is_selected: boolean
  price_seen: number
  is_offered: boolean
}

/** The repair services of a cart, in the sequence they were added. */
export async function findServiceLines(
  db: Database,
  customer_id: CustomerId,
): Promise<ServiceLine[]> {
  const { rows } = await sql<ServiceLine>`
    select line.cart_item_id as line_id, line.item_quantity, line.is_selected, line.price_seen,
      ${optionIsOffered} as is_offered, ${optionColumns}
    from cart_item line join repair_option on repair_option.option_id = line.option_id ${joinOption}
    where line.customer_id = ${customer_id} and line.item_type = 2
    order by line.cart_item_id
  `.execute(db)
  return rows
}

/** Puts a service into a cart, or selects the line that it has; false if the line would have more than `max`. */
export async function addService(
  db: Database,
  line: { customer_id: CustomerId; item_id: number; item_quantity: number; price_seen: number },
  { max, now }: { max: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into cart_item as line (customer_id, item_type, item_id, item_quantity, price_seen, added_at)
    values (${line.customer_id}, 2, ${line.item_id}, ${line.item_quantity}, ${line.price_seen}, ${now})
    on conflict (customer_id, item_type, item_id, main_product_combo_id) do update
      set item_quantity = line.item_quantity + excluded.item_quantity, price_seen = excluded.price_seen,
        is_selected = true
      where line.item_quantity + excluded.item_quantity <= ${max}
    returning 1
  `.execute(db)
  return rows.length > 0
}

/** Takes booked services out of a cart, as many of each as were booked: what is left over stays. */
export async function deleteServices(
  db: Database,
  customer_id: CustomerId,
  booked: readonly { item_id: number; quantity: number }[],
): Promise<void> {
  await sql`
    with booked as (
      select * from jsonb_to_recordset(${JSON.stringify(booked)}::jsonb) as line (item_id bigint, quantity integer)
    ), gone as (
      delete from cart_item line using booked
      where line.customer_id = ${customer_id} and line.item_type = 2 and line.item_id = booked.item_id
        and line.item_quantity <= booked.quantity
    )
    update cart_item line set item_quantity = line.item_quantity - booked.quantity from booked
    where line.customer_id = ${customer_id} and line.item_type = 2 and line.item_id = booked.item_id
      and line.item_quantity > booked.quantity
  `.execute(db)
}
