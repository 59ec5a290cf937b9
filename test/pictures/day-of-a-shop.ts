import { sql } from 'kysely'
import { customerPath, orderPath, packPath } from '#admin/addresses/paths.ts'
import type { Database } from '#db/schema.ts'
import { buyerWith, dataOf, type Order } from '#test/support/buyer.ts'
import { knock } from '#test/support/knock.ts'
import { itemInStock } from '#test/support/shopping.ts'
import { staffHeaders } from '#test/support/staff.ts'

/** What the pictures show. */
interface Day {
  sku_to_pack: string
  parcels: string[]
  /** An order of a customer with two phones. */
  joined_code: string
}

const goods = [
  'cap-anker-bio-usb-c-to-c-240w-1-8m',
  'redmi-note-15-pro-plus-5g-8gb-256gb',
  'chuot-logitech-mx-master-3s',
]
const people = [
  ['Nguyễn Văn An', '0912 345 678'],
  ['Trần Thị Bình', '0987 654 321'],
  ['Lê Hoàng Châu', '0903 222 118'],
  ['Phạm Minh Đức', '0978 100 245'],
  ['Võ Thị Hạnh', '0938 771 002'],
] as const
const order_count = 40
/** Of the newest orders; those of goods without a code are packed. */
const confirmed_count = 9

/** Lets shoppers order for two weeks, and staff confirm, call and pack. */
export async function fillDay(url: string, db: Database): Promise<Day> {
  await sql`update cod_rule set max_per_network = null, max_open_orders = 100`.execute(db)
  const orders: Order[] = []
  for (let n = 0; n < order_count; n++) orders.push(await place(url, db, n))
  const send = await senderTo(url)
  const recent = orders.slice(-12)
  for (const { code } of recent.slice(0, confirmed_count)) {
    await send(orderPath(code), { intent: 'confirm', version: '1' })
  }
  const parcels: string[] = []
  for (const { code } of recent.slice(0, confirmed_count)) {
    const parcel = await pack(db, send, code)
    if (parcel !== null) parcels.push(parcel)
  }
  await spread(
    db,
    orders.slice(0, -12).map(({ code }) => code),
  )
  const [an, binh] = recent.slice(-5)
  const joined_code = an?.code ?? ''
  await send(customerPath(joined_code), {
    ...{ intent: 'join', other_code: binh?.code ?? '', reason: 'Khách gọi báo dùng hai số' },
  })
  return { sku_to_pack: await skuToPack(db), parcels, joined_code }
}

async function place(url: string, db: Database, n: number): Promise<Order> {
  const call = (method: string, path: string, ask = {}) => knock(url + path, method, ask)
  const guest = await call('POST', '/api/sso/auth/guest-token', { json: {} })
  const buyer = buyerWith({ call }, dataOf<{ token: string }>(guest).token)
  const { item_id } = await itemInStock(db, goods[n % goods.length] ?? '')
  const [name, phone] = people[n % people.length] ?? people[0]
  dataOf(await buyer.add(item_id))
  dataOf(await buyer.quote({ [item_id]: 1 }))
  dataOf(await buyer.address({ name, phone }))
  const payment_method = n % 4 === 3 ? 'bank_transfer' : 'cod'
  return dataOf<Order>(await buyer.order({ payment_method }))
}

type Send = (path: string, fields: Record<string, string>) => Promise<void>

async function senderTo(url: string): Promise<Send> {
  const headers = { ...(await staffHeaders({ url })), 'sec-fetch-site': 'same-origin' }
  return async (path, fields) => {
    const form = new URLSearchParams(fields)
    await knock(url + path, 'POST', { form, headers })
  }
}

/** Packs an order of goods without a code. Returns the code of its parcel; null if it cannot be packed like that. */
async function pack(db: Database, send: Send, code: string): Promise<string | null> {
  const { rows } = await sql<{ sku: string }>`
    select sku from sales_order_line join sales_order using (order_id) where code = ${code}`.execute(
    db,
  )
  const scanned = rows[0]?.sku ?? ''
  await send(packPath(code), { scanned, carrier: 'own', version: '2', weight_g: '500' })
  const parcel = await sql<{ code: string }>`
    select parcel.code from parcel join sales_order o using (order_id) where o.code = ${code}`.execute(
    db,
  )
  return parcel.rows[0]?.code ?? null
}

/** The orders of the two weeks before, delivered, from several shops; with calls and returns. */
async function spread(db: Database, codes: readonly string[]): Promise<void> {
  await sql`
    with old as (
      select order_id, code, array_position(${codes}::text[], code::text) as n from sales_order
      where code = any(${codes}::text[])
    )
    update sales_order set state = 'delivered', is_paid = true, expires_at = null,
      created_at = date_trunc('day', now()) - make_interval(days => (old.n * old.n % 13)::integer, hours => (old.n % 9)::integer),
      shop_id = (select shop_id from shop where 'ban-hang' = any(kinds) order by shop_id
        offset (old.n * 7 % 11) limit 1)
    from old where sales_order.order_id = old.order_id`.execute(db)
  await sql`
    insert into call_attempt (order_id, position, staff_id, staff_name, outcome, next_at, happened_at)
    select order_id, 1, staff.staff_id, staff.name,
      (array['agreed', 'agreed', 'agreed', 'no_answer', 'agreed', 'change_goods', 'cancel'])[1 + order_id % 7], null, o.created_at
    from sales_order o, (select staff_id, name from staff order by staff_id limit 1) staff
    where code = any(${codes}::text[])`.execute(db)
}

/** The goods of an order that waits to be packed. */
async function skuToPack(db: Database): Promise<string> {
  const { rows } = await sql<{ sku: string }>`
    select sku from sales_order_line join sales_order o using (order_id)
    where o.state = 'confirmed' and not exists (select from parcel where parcel.order_id = o.order_id)
    order by o.order_id limit 1`.execute(db)
  return rows[0]?.sku ?? ''
}
