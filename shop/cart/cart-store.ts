import type { CustomerId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { DeliveryTerms } from '#contracts/price-parts.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { StoredLine } from '#shop/cart/cart-line.ts'
import { deliveryTerms } from '#shop/delivery/delivery-rows.ts'
import type { ComboOffer } from '#shop/pricing/combo/combo-rule.ts'
import { comboOf } from '#shop/pricing/combo/combo-rows.ts'
import { itemColumns, itemOf, type ItemRow, joinItem } from '#shop/pricing/item/item-rows.ts'
import type { Item } from '#shop/pricing/item/item.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'

type LineRow = ItemRow &
  Omit<StoredLine, 'item' | 'flash_sale_item_id'> & { delivery: DeliveryTerms }

/** A cart as it is stored, and what a delivery costs; an empty cart was read without it. */
export interface StoredCart {
  lines: StoredLine[]
  delivery: DeliveryTerms | null
}

/** The lines of a customer's cart in the sequence they were added, their items with the prices for `question`. */
export async function findCart(
  db: Database,
  customer_id: CustomerId,
  question: PriceQuestion,
): Promise<StoredCart> {
  const { rows } = await sql<LineRow>`
    select line.cart_item_id as line_id, line.item_type, line.item_quantity, line.is_selected,
      line.price_seen, line.main_product_combo_id, line.combo_item_id, line.chosen_promotions,
      ${comboOf(sql.ref('line.combo_item_id'))} as combo, ${deliveryTerms} as delivery,
      ${itemColumns(sql`${question.province_id}::integer`, question)}
    from cart_item line ${joinItem(sql.ref('line.item_id'))}
    where line.customer_id = ${customer_id}
    order by line.cart_item_id
  `.execute(db)
  return { lines: rows.map((row) => lineOf(row, question)), delivery: rows[0]?.delivery ?? null }
}

/** Only the lines of a customer's cart. */
export async function findCartLines(
  db: Database,
  customer_id: CustomerId,
  question: PriceQuestion,
): Promise<StoredLine[]> {
  return (await findCart(db, customer_id, question)).lines
}

/** A cart, an item that may be added to it, and the combo offer for that item. */
export interface CartAndItem extends StoredCart {
  item: Item | undefined
  combo: ComboOffer | null
}

/** Reads the lines of a cart and an item to add in one statement, because it is the most frequent call. */
export async function findCartAndItem(
  db: Database,
  key: { customer_id: CustomerId; item_id: number; combo_item_id: number | null },
  question: PriceQuestion,
): Promise<CartAndItem> {
  const { rows } = await sql<LineRow & { is_line: boolean }>`
    select line.cart_item_id is not null as is_line, line.cart_item_id as line_id, line.item_type,
      line.item_quantity, line.is_selected, line.price_seen, line.main_product_combo_id, line.combo_item_id, line.chosen_promotions,
      line.added_with,
      ${comboOf(sql.ref('line.combo_item_id'))} as combo, ${deliveryTerms} as delivery,
      ${itemColumns(sql`${question.province_id}::integer`, question)}
    from (
      select cart_item_id, item_id, item_type, item_quantity, is_selected, price_seen,
        main_product_combo_id, combo_item_id, chosen_promotions, added_with
      from cart_item where customer_id = ${key.customer_id}
      union all
      select null, ${key.item_id}::bigint, 1, 0, false, 0, null, ${key.combo_item_id}::bigint, '{}', null
    ) line ${joinItem(sql.ref('line.item_id'))}
    order by line.cart_item_id
  `.execute(db)
  const item_row = rows.find(({ is_line }) => !is_line)
  return {
    lines: rows.filter(({ is_line }) => is_line).map((row) => lineOf(row, question)),
    item: item_row && itemOf(item_row, question),
    combo: item_row?.combo ?? null,
    delivery: rows[0]?.delivery ?? null,
  }
}

function lineOf(row: LineRow, question: PriceQuestion): StoredLine {
  const { line_id, item_type, item_quantity, is_selected, price_seen } = row
  const { main_product_combo_id, combo_item_id, combo, chosen_promotions, added_with } = row
  return {
    ...{ line_id, item: itemOf(row, question), item_type, item_quantity },
    ...{ main_product_combo_id, combo_item_id, combo, chosen_promotions, added_with },
    ...{ is_selected, price_seen, flash_sale_item_id: null },
  }
}

/** The number of lines in a cart. */
export async function countLines(db: Database, customer_id: CustomerId): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    select count(*) as lines from cart_item where customer_id = ${customer_id}`.execute(db)
  return rows[0]?.lines ?? 0
}

/**
 * Adds to the line of an item, or creates it. One statement, so that the quantities of two tabs add up. A press that
 * was the last to add to the line adds nothing more. Returns the new line and the number of lines before; null when the
 * line would exceed `max_quantity`.
 */
export async function addQuantity(
  db: Database,
  added: Pick<
    StoredLine,
    'item_type' | 'item_quantity' | 'main_product_combo_id' | 'combo_item_id' | 'price_seen'
  > & {
    customer_id: CustomerId
    item_id: number
    /** The highest quantity of the line. */
    max_quantity: number
    /** Null leaves the earlier choice unchanged. */
    chosen_promotions: readonly string[] | null
    idempotency_key: string | null
  },
  now: Date,
) {
  const chosen = sql`${added.chosen_promotions}::text[]`
  const is_repeated = sql`coalesce(line.added_with = excluded.added_with, false)`
  const { rows } = await sql<{
    line_id: number
    item_quantity: number
    chosen_promotions: string[]
    is_new: boolean
    lines_before: number
  }>`
    insert into cart_item as line
      (customer_id, item_type, item_id, main_product_combo_id, combo_item_id, item_quantity,
        price_seen, chosen_promotions, added_at, added_with)
    values (${added.customer_id}, ${added.item_type}, ${added.item_id},
      ${added.main_product_combo_id}::bigint, ${added.combo_item_id}::bigint,
      ${added.item_quantity}, ${added.price_seen}, coalesce(${chosen}, '{}'), ${now},
      ${added.idempotency_key})
    on conflict (customer_id, item_type, item_id, main_product_combo_id) do update
      set item_quantity = line.item_quantity + case when ${is_repeated} then 0 else excluded.item_quantity end,
          added_with = excluded.added_with,
          price_seen = excluded.price_seen, combo_item_id = excluded.combo_item_id,
          chosen_promotions = coalesce(${chosen}, line.chosen_promotions),
          is_selected = true
      where ${is_repeated} or line.item_quantity + excluded.item_quantity <= ${added.max_quantity}
    returning cart_item_id as line_id, item_quantity, chosen_promotions, (xmax = 0) as is_new,
      (select count(*) from cart_item other where other.customer_id = line.customer_id) as lines_before
  `.execute(db)
  return rows[0] ?? null
}

/**
 * Sets the quantity of a line; false when the cart has no such line. Lines beside it are
 * reduced to the same quantity if theirs is higher.
 */
export async function updateQuantity(
  db: Database,
  { customer_id, line_id }: { customer_id: CustomerId; line_id: number },
  item_quantity: number,
): Promise<boolean> {
  const { rows } = await sql`
    with main as (
      update cart_item set item_quantity = ${item_quantity}
      where customer_id = ${customer_id} and cart_item_id = ${line_id}
      returning item_id, item_type, main_product_combo_id
    ), beside as (
      update cart_item line set item_quantity = ${item_quantity} from main
      where main.main_product_combo_id is null and line.customer_id = ${customer_id}
        and line.item_type = main.item_type and line.main_product_combo_id = main.item_id
        and line.item_quantity > ${item_quantity}
    )
    select from main
  `.execute(db)
  return rows.length > 0
}

/** Saves the chosen promotions of a line; false when the cart has no such line. */
export async function updateChosen(
  db: Database,
  { customer_id, line_id }: { customer_id: CustomerId; line_id: number },
  chosen_promotions: readonly string[],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cart_item')
    .set({ chosen_promotions: [...chosen_promotions] })
    .where('customer_id', '=', customer_id)
    .where('cart_item_id', '=', line_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a line and the lines beside it; false when the cart has no such line. */
export async function deleteLine(
  db: Database,
  { customer_id, line_id }: { customer_id: CustomerId; line_id: number },
): Promise<boolean> {
  const { rows } = await sql`
    with main as (
      delete from cart_item where customer_id = ${customer_id} and cart_item_id = ${line_id}
      returning item_id, item_type, main_product_combo_id
    ), beside as (
      delete from cart_item line using main
      where main.main_product_combo_id is null and line.customer_id = ${customer_id}
        and line.item_type = main.item_type and line.main_product_combo_id = main.item_id
    )
    select from main
  `.execute(db)
  return rows.length > 0
}

/** Selects exactly these lines among those of one type. */
export async function updateSelected(
  db: Database,
  { customer_id, item_type }: { customer_id: CustomerId; item_type: number },
  line_ids: readonly number[],
): Promise<void> {
  const is_chosen = sql`(cart_item_id = any(${line_ids}::bigint[]))`
  await sql`
    update cart_item set is_selected = ${is_chosen}
    where customer_id = ${customer_id} and item_type = ${item_type} and is_selected <> ${is_chosen}
  `.execute(db)
}

/** Saves the unit price of each line that the shopper was last shown. */
export async function updatePricesSeen(
  db: Database,
  customer_id: CustomerId,
  lines: readonly { line_id: number; price_seen: number }[],
): Promise<void> {
  const line_ids = lines.map((line) => line.line_id)
  const prices = lines.map((line) => line.price_seen)
  await sql`
    update cart_item line set price_seen = shown.price_seen
    from unnest(${line_ids}::bigint[], ${prices}::bigint[]) as shown (line_id, price_seen)
    where line.customer_id = ${customer_id} and line.cart_item_id = shown.line_id
      and line.price_seen <> shown.price_seen
  `.execute(db)
}

/** Removes ordered quantities from the carts of many customers; quantities added meanwhile remain. */
export async function deleteOrderedLines(
  tx: Tx,
  ordered: readonly { customer_id: CustomerId; line_id: number | null; item_quantity: number }[],
): Promise<void> {
  await sql`
    with ordered as (
      select * from unnest(${ordered.map((line) => line.customer_id)}::bigint[],
        ${ordered.map((line) => line.line_id)}::bigint[],
        ${ordered.map((line) => line.item_quantity)}::integer[])
        as ordered (customer_id, line_id, item_quantity)
    ), rest as (
      update cart_item line set item_quantity = line.item_quantity - ordered.item_quantity
      from ordered
      where line.customer_id = ordered.customer_id and line.cart_item_id = ordered.line_id
        and line.item_quantity > ordered.item_quantity
    )
    delete from cart_item line using ordered
    where line.customer_id = ordered.customer_id and line.cart_item_id = ordered.line_id
      and line.item_quantity <= ordered.item_quantity
  `.execute(tx)
}
