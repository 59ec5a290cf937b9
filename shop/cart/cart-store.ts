import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { CartLine } from '#shop/cart/cart.ts'
import type { ComboOffer } from '#shop/pricing/combo/combo-rule.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { comboOf } from '#shop/pricing/combo/combo-rows.ts'
import { itemColumns, itemOf, joinItem, type ItemRow } from '#shop/pricing/item/item-rows.ts'
import type { Item } from '#shop/pricing/item/item.ts'

type LineRow = ItemRow & Omit<CartLine, 'item'>

export interface LineKey {
  customer_id: number
  item_type: 1 | 2 | 4
  item_id: number
  /** The item that the line came beside; null for a line by itself. */
  main_product_combo_id: number | null
}

/** The lines of a customer's cart in the order they came, priced for `question`. */
export async function cartLines(
  db: Database,
  customer_id: number,
  question: PriceQuestion,
): Promise<CartLine[]> {
  const { rows } = await sql<LineRow>`
    select line.item_type, line.item_quantity, line.is_selected, line.price_seen,
      line.main_product_combo_id, line.combo_item_id, line.chosen_promotions,
      ${comboOf(sql.ref('line.combo_item_id'))} as combo,
      ${itemColumns(sql`${question.province_id}::integer`, question)}
    from cart_item line ${joinItem(sql.ref('line.item_id'))}
    where line.customer_id = ${customer_id}
    order by line.cart_item_id
  `.execute(db)
  return rows.map((row) => lineOf(row, question))
}

/** A cart, and an item that may be put into it. */
export interface Candidate {
  lines: CartLine[]
  item: Item | undefined
  /** What a combo offers for it. */
  combo: ComboOffer | null
}

/** The lines of a cart together with an item that may become one, in one go: the most frequent call. */
export async function candidate(
  db: Database,
  { customer_id, item_id, combo_item_id }: LineKey & { combo_item_id: number | null },
  question: PriceQuestion,
): Promise<Candidate> {
  const { rows } = await sql<LineRow & { is_candidate: boolean }>`
    select line.cart_item_id is null as is_candidate, line.item_type, line.item_quantity,
      line.is_selected, line.price_seen, line.main_product_combo_id, line.combo_item_id,
      line.chosen_promotions,
      ${comboOf(sql.ref('line.combo_item_id'))} as combo,
      ${itemColumns(sql`${question.province_id}::integer`, question)}
    from (
      select cart_item_id, item_id, item_type, item_quantity, is_selected, price_seen,
        main_product_combo_id, combo_item_id, chosen_promotions
      from cart_item where customer_id = ${customer_id}
      union all
      select null, ${item_id}::bigint, 1, 0, false, 0, null, ${combo_item_id}::bigint, '{}'
    ) line ${joinItem(sql.ref('line.item_id'))}
    order by line.cart_item_id
  `.execute(db)
  const asked = rows.find(({ is_candidate }) => is_candidate)
  const lines = rows.filter((row) => row !== asked).map((row) => lineOf(row, question))
  const { item, combo = null } = asked ? lineOf(asked, question) : { item: undefined }
  return { lines, item, combo }
}

function lineOf(row: LineRow, question: PriceQuestion): CartLine {
  const { item_type, item_quantity, is_selected, price_seen } = row
  const { main_product_combo_id, combo_item_id, combo, chosen_promotions } = row
  const beside = { main_product_combo_id, combo_item_id, combo, chosen_promotions }
  return {
    item: itemOf(row, question),
    item_type,
    item_quantity,
    is_selected,
    price_seen,
    ...beside,
  }
}

/** How many lines a cart has. */
export async function countLines(db: Database, customer_id: number): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    select count(*) as lines from cart_item where customer_id = ${customer_id}`.execute(db)
  return rows[0]?.lines ?? 0
}

interface Added extends LineKey {
  combo_item_id: number | null
  item_quantity: number
  /** Most pieces the line may come to. */
  max_quantity: number
  price_seen: number
  /** Null: what was chosen before stays. */
  chosen_promotions: readonly string[] | null
  now: Date
}

interface AddedLine {
  is_new: boolean
  item_quantity: number
  chosen_promotions: string[]
  /** Lines that the cart had when this was begun. */
  beside: number
}

/**
 * Adds pieces to a line, made if need be. One statement, so that two tabs at once add up.
 * Returns what the line has now, or null when it would grow beyond `max_quantity`.
 */
export async function addPieces(db: Database, added: Added): Promise<AddedLine | null> {
  const chosen = sql`${added.chosen_promotions}::text[]`
  const { rows } = await sql<AddedLine>`
    insert into cart_item as line
      (customer_id, item_type, item_id, main_product_combo_id, combo_item_id, item_quantity,
        price_seen, chosen_promotions, added_at)
    values (${added.customer_id}, ${added.item_type}, ${added.item_id},
      ${added.main_product_combo_id}::bigint, ${added.combo_item_id}::bigint,
      ${added.item_quantity}, ${added.price_seen},
      coalesce(${chosen}, '{}'), ${added.now})
    on conflict (customer_id, item_type, item_id, main_product_combo_id) do update
      set item_quantity = line.item_quantity + excluded.item_quantity,
          price_seen = excluded.price_seen, combo_item_id = excluded.combo_item_id,
          chosen_promotions = coalesce(${chosen}, line.chosen_promotions),
          is_selected = true
      where line.item_quantity + excluded.item_quantity <= ${added.max_quantity}
    returning (xmax = 0) as is_new, item_quantity, chosen_promotions,
      (select count(*) from cart_item other where other.customer_id = line.customer_id) as beside
  `.execute(db)
  return rows[0] ?? null
}

/**
 * Sets the pieces of a line; false when the cart holds no such line. What came beside it never has
 * more pieces than it.
 */
export async function setPieces(
  db: Database,
  key: LineKey,
  item_quantity: number,
): Promise<boolean> {
  const { rows } = await sql`
    with beside as (
      update cart_item set item_quantity = ${item_quantity}
      where customer_id = ${key.customer_id} and item_type = ${key.item_type}
        and main_product_combo_id = ${besideWhat(key)}::bigint and item_quantity > ${item_quantity}
    )
    update cart_item set item_quantity = ${item_quantity}
    where customer_id = ${key.customer_id} and item_type = ${key.item_type}
      and item_id = ${key.item_id} and ${isBeside(key)}
    returning 1
  `.execute(db)
  return rows.length > 0
}

/** Remembers what was chosen for a line; false when the cart holds no such line. */
export async function updateChosen(
  db: Database,
  key: LineKey,
  chosen_promotions: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    update cart_item set chosen_promotions = ${chosen_promotions}::text[]
    where customer_id = ${key.customer_id} and item_type = ${key.item_type}
      and item_id = ${key.item_id} and ${isBeside(key)}
    returning 1
  `.execute(db)
  return rows.length > 0
}

/** Takes a line out, and what came beside it; false when the cart holds no such line. */
export async function deleteLine(db: Database, key: LineKey): Promise<boolean> {
  const { rows } = await sql`
    with beside as (
      delete from cart_item
      where customer_id = ${key.customer_id} and item_type = ${key.item_type}
        and main_product_combo_id = ${besideWhat(key)}::bigint
    )
    delete from cart_item
    where customer_id = ${key.customer_id} and item_type = ${key.item_type}
      and item_id = ${key.item_id} and ${isBeside(key)}
    returning 1
  `.execute(db)
  return rows.length > 0
}

function isBeside({ main_product_combo_id }: LineKey): RawBuilder<unknown> {
  return sql`main_product_combo_id is not distinct from ${main_product_combo_id}::bigint`
}

/** Only a line by itself has others beside it. */
function besideWhat({ item_id, main_product_combo_id }: LineKey): number | null {
  return main_product_combo_id === null ? item_id : null
}

/** Selects exactly these lines among those of one type. */
export async function selectLines(
  db: Database,
  chosen: { customer_id: number; item_type: number; item_ids: readonly number[] },
): Promise<void> {
  const is_chosen = sql`(item_id = any(${chosen.item_ids}::bigint[]))`
  await sql`
    update cart_item set is_selected = ${is_chosen}
    where customer_id = ${chosen.customer_id} and item_type = ${chosen.item_type}
      and is_selected <> ${is_chosen}
  `.execute(db)
}

/** Remembers what a piece of each line cost when the shopper was last shown it. */
export async function updatePricesSeen(
  db: Database,
  customer_id: number,
  lines: readonly {
    item_id: number
    main_product_combo_id: number | null
    price_seen: number
  }[],
): Promise<void> {
  const item_ids = lines.map((line) => line.item_id)
  const mains = lines.map((line) => line.main_product_combo_id)
  const prices = lines.map((line) => line.price_seen)
  await sql`
    update cart_item line set price_seen = shown.price_seen
    from unnest(${item_ids}::bigint[], ${mains}::bigint[], ${prices}::bigint[])
      as shown (item_id, main_product_combo_id, price_seen)
    where line.customer_id = ${customer_id} and line.item_id = shown.item_id
      and line.main_product_combo_id is not distinct from shown.main_product_combo_id
      and line.price_seen <> shown.price_seen
  `.execute(db)
}
