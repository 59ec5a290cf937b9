import { sql } from 'kysely'
import { booking_rules } from '#contracts/storefront/booking.ts'
import type { Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import { item_types } from '#pure/formats/item-types.ts'

/** A line that became part of another line. */
export interface MergedLine {
  line_id: number
  into_line_id: number
}

/** The highest quantity of a cart line, as its table allows it. */
const max_quantity = 99

/**
 * Moves the lines of one cart to another. Lines of the same item become one line with both quantities; the others keep
 * their ids. Returns the lines that became part of another one. One statement, because the other cart may get a line
 * of the same item at the same moment.
 */
export async function moveCartLines(
  tx: Tx,
  from: CustomerId,
  to: CustomerId,
): Promise<MergedLine[]> {
  await unselectLoans(tx, from, to)
  const { rows } = await sql<MergedLine>`
    with moved as (
      delete from cart_item where customer_id = ${from} returning *
    ), placed as (
      insert into cart_item as line (cart_item_id, customer_id, item_type, item_id, item_quantity,
        is_selected, price_seen, main_product_combo_id, combo_item_id, chosen_promotions, added_at)
      overriding system value
      select cart_item_id, ${to}, item_type, item_id, item_quantity,
        is_selected, price_seen, main_product_combo_id, combo_item_id, chosen_promotions, added_at
      from moved order by cart_item_id
      on conflict (customer_id, item_type, item_id, main_product_combo_id) do update set
        -- A loan is for one piece, and a used device exists once.
        item_quantity = least(line.item_quantity + excluded.item_quantity, case
          when line.item_type = ${item_types.installment} then 1
          when line.option_id is not null then ${booking_rules.max_lines}::integer
          when exists (select from product where product_id = line.item_id and used_of is not null) then 1
          else ${max_quantity}::integer end),
        is_selected = line.is_selected or excluded.is_selected,
        combo_item_id = coalesce(excluded.combo_item_id, line.combo_item_id),
        chosen_promotions = case when excluded.chosen_promotions = '{}'
          then line.chosen_promotions else excluded.chosen_promotions end
      returning cart_item_id, item_type, item_id, main_product_combo_id
    )
    select moved.cart_item_id as line_id, placed.cart_item_id as into_line_id
    from moved join placed on placed.item_type = moved.item_type and placed.item_id = moved.item_id
      and placed.main_product_combo_id is not distinct from moved.main_product_combo_id
    where placed.cart_item_id <> moved.cart_item_id
  `.execute(tx)
  await dropOldServices(tx, to)
  return rows
}

/** One line of those that are bought in parts is selected: that of the guest, who has just chosen it. */
async function unselectLoans(tx: Tx, from: CustomerId, to: CustomerId): Promise<void> {
  await sql`
    update cart_item set is_selected = false
    where customer_id = ${to} and item_type = ${item_types.installment} and is_selected
      and exists (select from cart_item guest where guest.customer_id = ${from}
        and guest.item_type = ${item_types.installment} and guest.is_selected)
  `.execute(tx)
}

/** A cart has as many services as one booking: of two carts together, those that were added last stay. */
async function dropOldServices(tx: Tx, customer_id: CustomerId): Promise<void> {
  await sql`
    delete from cart_item where cart_item_id in (
      select cart_item_id from cart_item where customer_id = ${customer_id} and option_id is not null
      order by added_at desc, cart_item_id desc offset ${booking_rules.max_lines}::integer)
  `.execute(tx)
}
