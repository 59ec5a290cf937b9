import { sql } from 'kysely'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { inReach } from '#shop/order/order-rows.ts'
import type { Asked } from '#shop/views/find/read-asked.ts'
import { unitInReach } from '#shop/views/units/unit-list-store.ts'

/** An order as the search box shows it. */
interface FoundOrder {
  code: string
  phone: string
  name: string
  state: OrderState
  created_at: Date
  grand_total: number
}

/** Finds orders within reach by their codes, newest first. */
export async function findOrdersOf(
  tx: Tx,
  reach: Reach,
  codes: readonly string[],
): Promise<FoundOrder[]> {
  const { rows } = await sql<FoundOrder>`
    select o.code, o.phone, o.recipient->>'name' as name, o.state, o.created_at, o.grand_total
    from sales_order o where o.code = any(${codes}::text[]) and ${inReach(reach)}
    order by o.created_at desc, o.order_id desc
  `.execute(tx)
  return rows
}

interface FoundProduct {
  sku: string
  name: string
  color_name: string | null
}

/** Finds items by the beginning of their SKU or by words of their name, those with this very SKU first. */
export async function findProductsOf(
  tx: Tx,
  { sku, product_words }: { sku: string | null; product_words: readonly string[] | null },
  limit: number,
): Promise<FoundProduct[]> {
  // Its index finds one word; the others are compared afterwards.
  const [longest = null] = product_words?.toSorted((a, b) => b.length - a.length) ?? []
  const { rows } = await sql<FoundProduct>`
    select item.sku, item.name, item.color_name from (
      (select product_id from product
        where ${sku}::text is not null and type = 'simple' and upper(sku) like ${sku}
        order by upper(sku) limit ${limit})
      union
      (select item.product_id from product version join product item on item.parent_id = version.product_id
        where version.type = 'configurable' and version.search_text like ${longest}
          and version.search_text like all(${product_words}::text[])
        limit ${limit})
    ) found join product item using (product_id)
    order by (upper(item.sku) like ${sku}) desc nulls last, upper(item.sku) limit ${limit}
  `.execute(tx)
  return rows
}

interface FoundMoney {
  order_code: string | null
  content: string
  amount: number
  received_at: Date
}

/** Finds received transfers by the number of the bank or by a part of their text, newest first. */
export async function findMoneyOf(
  tx: Tx,
  orders: Reach,
  { reference, transfer_text }: { reference: string | null; transfer_text: string | null },
  limit: number,
): Promise<FoundMoney[]> {
  const { rows } = await sql<FoundMoney>`
    with found as materialized (
      (select * from bank_message where upper(reference) = ${reference} limit ${limit})
      union
      (select * from bank_message where upper(content) like ${transfer_text} limit 1000)
    )
    select o.code as order_code, found.content, found.amount, found.received_at
    from found left join sales_order o on o.order_id = found.order_id and ${inReach(orders)}
    order by found.received_at desc, found.bank_message_id desc limit ${limit}
  `.execute(tx)
  return rows
}

interface FoundUnit {
  code: string
  name: string
  state: string
  place: string | null
}

/** Finds units within reach by the beginning of one of their codes. */
export async function findUnitsOf(
  tx: Tx,
  reach: Reach,
  unit_code: string,
  limit: number,
): Promise<FoundUnit[]> {
  const { rows } = await sql<FoundUnit>`
    select coalesce(unit.imei1, unit.serial) as code, concat_ws(' · ', product.name, product.color_name) as name,
      unit.state, coalesce(shop.name, unit.order_code) as place
    from (select distinct unit_id from (
        select unit_id from unit_code where code like ${unit_code} order by code limit 200) named) found
      join unit using (unit_id) join product using (product_id)
      left join shop on shop.shop_id = unit.shop_id
    where ${unitInReach(reach)} order by 1 limit ${limit}
  `.execute(tx)
  return rows
}

interface FoundUsed {
  imei_id: number
  sku: string
  name: string
  state: string
  shop: string
  price: number | null
  created_at: Date
}

/** Finds used devices within reach by their number, or by the beginning of one of their codes, the newest first. */
export async function findUsedOf(
  tx: Tx,
  reach: Reach,
  { used_number, unit_code }: { used_number: number | null; unit_code: string | null },
  limit: number,
): Promise<FoundUsed[]> {
  const { rows } = await sql<FoundUsed>`
    select used.imei_id, item.sku, concat_ws(' · ', item.name, item.color_name) as name, used.state, shop.name as shop,
      used.price, used.created_at
    from (
      select imei_id from used_unit where imei_id = ${used_number}
      union
      select imei_id from used_unit join unit_code using (unit_id) where code like ${unit_code}
      limit 200) found
    join used_unit used using (imei_id) join product item on item.product_id = used.product_id
    join shop on shop.shop_id = used.shop_id
    where ${ofShopInReach('used.shop_id', reach)} order by used.imei_id desc limit ${limit}
  `.execute(tx)
  return rows
}

interface FoundTrade {
  code: string
  device_name: string
  name: string
  phone: string
  state: string
  amount: number
  created_at: Date
}

/** The digits behind the country code of a Vietnamese mobile. */
const whole_digits = 9

/** Finds quotes for old devices within reach by their code, the whole code of the device, or a whole phone. */
export async function findTradesOf(
  tx: Tx,
  reach: Reach,
  { trade_code, unit_code, phone_end }: Pick<Asked, 'trade_code' | 'unit_code' | 'phone_end'>,
  limit: number,
): Promise<FoundTrade[]> {
  const device_code = unit_code?.replace(/%$/, '') ?? null
  const digits = [...(phone_end?.replace('%', '') ?? '')].toReversed().join('')
  const phone = digits.length === whole_digits ? `+84${digits}` : null
  const { rows } = await sql<FoundTrade>`
    select q.code, q.device_name, q.name, q.phone, q.state, coalesce(q.offer, q.value) as amount, q.created_at
    from trade_quote q
    where (q.code = ${trade_code} or q.device_code = ${device_code} or q.typed_code = ${device_code}
        or q.phone = ${phone})
      and ${ofShopInReach('q.shop_id', reach)}
    order by q.trade_quote_id desc limit ${limit}
  `.execute(tx)
  return rows
}
