import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { priceAt } from '#shop/pricing/price/price.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import { no_offers } from '#shop/pricing/promotion/offers.ts'
import type { Item } from '#shop/pricing/item/item.ts'
import { forgetUnits } from '#test/support/stock-ledger.ts'

/** Ids of the shops: two in TP.HCM (30), one in Hà Nội (24), one that only repairs. */
export const shops = { first: 1, second: 2, hanoi: 3, repairs: 4 } as const

/** Item ids of the small shop by a short name. */
export const products = {
  /** 30.990.000đ, 5 in stock: 2 in the first shop, 1 in the second, 2 in Hà Nội; cheaper there. */
  phone: 11,
  /** The version of the colour `phone`: it has an address and cannot be bought itself. */
  phone_version: 10,
  /** 150.000đ instead of 190.000đ: below the limit of free delivery. 1,000 in stock. */
  cable: 21,
  /** Not in stock, except three in the shop that only repairs. */
  rare: 31,
  /** "Giá liên hệ": no price. */
  unpriced: 41,
  /** Taken off sale. */
  withdrawn: 51,
} as const

const opened_at = new Date('2026-09-15T03:00:00Z')

/** Fills empty tables with four shops and a few products; tests rely on their ids, prices and stock. */
export async function openSmallShop(db: Database): Promise<void> {
  await addLocations(db)
  await sql`insert into brand (brand_id, name, slug) values (1, 'Apple', 'apple')`.execute(db)
  await sql`insert into category (category_id, code, name) values (1, 'dien-thoai', 'Điện thoại')`.execute(
    db,
  )
  await product(db, products.phone, { list: 34_990_000, sale: 30_990_000, color: 'Cam Vũ Trụ' })
  await product(db, products.cable, { list: 190_000, sale: 150_000, color: 'Trắng' })
  await product(db, products.rare, { list: 9_000_000, sale: null, color: 'Đen' })
  await product(db, products.unpriced, { list: null, sale: null, color: 'Đen' })
  await product(db, products.withdrawn, { list: 5_000_000, sale: null, color: 'Đen' })
  await sql`update product set is_active = false where product_id = ${products.withdrawn}`.execute(
    db,
  )
  await sql`insert into price (product_id, province_id, list_price, sale_price)
    values (${products.phone}, 24, 34990000, 30490000)`.execute(db)
  await restock(db)
}

/** Restores the free stock that the small shop began with. */
export async function restock(db: Database): Promise<void> {
  await putInStock(db, [
    { item_id: products.phone, free: { [shops.first]: 2, [shops.second]: 1, [shops.hanoi]: 2 } },
    { item_id: products.cable, free: { [shops.first]: 500, [shops.hanoi]: 500 } },
    { item_id: products.rare, free: { [shops.repairs]: 3 } },
    { item_id: products.unpriced, free: { [shops.first]: 3 } },
    { item_id: products.withdrawn, free: { [shops.first]: 3 } },
  ])
}

/** Sets the free units of items by shop, and to none in every other shop. */
export async function putInStock(
  db: Database,
  items: readonly { item_id: number; free: Readonly<Record<number, number>> }[],
): Promise<void> {
  const rows = items.flatMap(({ item_id, free }) =>
    Object.entries(free).map(([shop_id, quantity]) => ({ item_id, shop_id, quantity })),
  )
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as wanted (item_id bigint, shop_id bigint, quantity integer)`
  await sql`insert into stock (product_id, shop_id) select item_id, shop_id from ${wanted}
    on conflict do nothing`.execute(db)
  await forgetUnits(db, sql`product_id = any(${items.map(({ item_id }) => item_id)}::bigint[])`)
  await sql`
    insert into stock_movement (product_id, shop_id, quantity, kind)
    select product_id, stock.shop_id, difference, 'count'
    from stock left join ${wanted} on item_id = product_id and wanted.shop_id = stock.shop_id
      cross join lateral (
        select coalesce(wanted.quantity, 0) - stock.quantity + shortage as difference) moved
    where difference <> 0 and product_id = any(${items.map(({ item_id }) => item_id)}::bigint[])
  `.execute(db)
}

/** Quantity of an item that is left in all shops. */
export async function freeStock(db: Database, item_id: number): Promise<number> {
  const { rows } = await sql<{ quantity: number }>`
    select coalesce(sum(quantity), 0) as quantity from stock where product_id = ${item_id}`.execute(
    db,
  )
  return rows[0]?.quantity ?? 0
}

/** An item as rules get it, for tests without a database: 150.000đ instead of 190.000đ. */
export function anItem(changes: Partial<Item> = {}): Item {
  const price_rows = changes.price_rows ?? [tableRow(190_000, 150_000)]
  const offers = changes.offers ?? no_offers
  return {
    item_id: products.cable,
    version_id: products.cable - 1,
    category_ids: [1],
    sku: 'SKU-21',
    name: 'Cáp sạc',
    color_name: 'Trắng',
    url_path: 'cap-sac',
    thumbnail: null,
    is_offered: true,
    launched_on: null,
    stock: 10,
    price: priceAt(price_rows, offers, {
      province_id: 30,
      customer_group_id: null,
      now: opened_at,
    }),
    price_rows,
    offers,
    ...changes,
  }
}

/** A row of the price table for the whole country. */
export function tableRow(list_price: number, sale_price: number | null = null): PriceRow {
  return {
    product_id: products.cable,
    province_id: null,
    customer_group_id: null,
    list_price,
    sale_price,
  }
}

/** Item ids of the repairs of the small shop. */
export const repairs = {
  /** Half an hour, 920.000đ; every technician can. */
  battery: 1_000_000_001,
  /** 90 minutes, 1.590.000đ; two technicians can. */
  screen: 1_000_000_002,
} as const

/** Lets the repair shop of the small shop take bookings: three technicians, from 8:00 to 21:30. */
export async function addRepairs(db: Database): Promise<void> {
  await sql`insert into shop_skill (shop_id, skill, technicians)
    values (${shops.repairs}, 'any', 3), (${shops.repairs}, 'man-hinh', 2)`.execute(db)
  const services = [
    { item_id: repairs.battery, skill: 'pin', minutes: 30, price: 920_000, name: 'Thay pin' },
    {
      item_id: repairs.screen,
      skill: 'man-hinh',
      minutes: 90,
      price: 1_590_000,
      name: 'Thay màn hình',
    },
  ]
  for (const [n, { item_id, skill, minutes, price, name }] of services.entries()) {
    const service_id = n + 1
    await sql`insert into repair_part (part_code, name, thumbnail)
      values (${skill}, ${name}, '/media/services/a.webp')`.execute(db)
    await sql`insert into repair_service (service_id, sku, name, model_name, brand_name, device_kind, part_code,
        minutes, skill)
      values (${service_id}, ${`SC-${skill}`}, ${`${name} iPhone 13`}, 'iPhone 13', 'Apple', 'dien-thoai', ${skill},
        ${minutes}, ${skill})`.execute(db)
    await sql`insert into slug (path, kind, entity_id)
      values (${`sua-${skill}`}, 'repair_service', ${service_id})`.execute(db)
    await sql`insert into repair_option (option_id, service_id, label, price, warranty_months)
      values (${item_id}, ${service_id}, 'Chuẩn', ${price}, 12)`.execute(db)
  }
  await sql`select setval(pg_get_serial_sequence('repair_service', 'service_id'), max(service_id)) from repair_service`.execute(
    db,
  )
  await sql`select setval(pg_get_serial_sequence('repair_option', 'option_id'), max(option_id)) from repair_option`.execute(
    db,
  )
}

async function addLocations(db: Database): Promise<void> {
  // This retailer sells in two provinces only.
  await sql`delete from province where province_id not in (30, 24)`.execute(db)
  const rows = [
    { shop_id: shops.first, province_id: 30, kinds: ['ban-hang', 'sua-chua'] },
    { shop_id: shops.second, province_id: 30, kinds: ['ban-hang'] },
    { shop_id: shops.hanoi, province_id: 24, kinds: ['ban-hang'] },
    { shop_id: shops.repairs, province_id: 30, kinds: ['sua-chua'] },
  ]
  for (const { shop_id, province_id, kinds } of rows) {
    await sql`insert into shop (shop_id, external_id, code, name, company_id, address, street,
        ward_name, district_name, province_id, time_opening, phone, kinds)
      values (${shop_id}, ${1000 + shop_id}, ${`CH00${shop_id}`}, ${`Cửa hàng ${shop_id}`}, 1,
        ${`${shop_id} Trần Quang Khải, Phường Tân Định`}, ${`${shop_id} Trần Quang Khải`},
        'Phường Tân Định', 'Quận 1', ${province_id}, '08:00 - 21:30', '028 7100 1001', ${kinds})`.execute(
      db,
    )
  }
}

interface Offer {
  list: number | null
  sale: number | null
  color: string
}

/** Inserts a version with one colour `item_id`; the id of the version is one less. */
async function product(db: Database, item_id: number, { list, sale, color }: Offer): Promise<void> {
  const version_id = item_id - 1
  const name = `Sản phẩm ${item_id}`
  const address = `san-pham-${item_id}`
  await sql`insert into product_family (family_id, code, name)
    values (${version_id}, ${address}, ${name})`.execute(db)
  await sql`insert into product (product_id, sku, type, parent_id, family_id, brand_id, category_id,
      name, color_name, color_slug, created_at)
    values (${version_id}, ${`V-${version_id}`}, 'configurable', null, ${version_id}, 1, 1, ${name},
        null, null, ${opened_at}),
      (${item_id}, ${`SKU-${item_id}`}, 'simple', ${version_id}, ${version_id}, 1, 1, ${name},
        ${color}, 'mau', ${opened_at})`.execute(db)
  await sql`insert into slug (path, kind, entity_id) values (${address}, 'product', ${version_id})`.execute(
    db,
  )
  await sql`insert into product_media (product_id, position, src, alt, width, height)
    values (${item_id}, 1, ${`/media/products/${item_id}.webp`}, ${name}, 600, 600)`.execute(db)
  if (list === null) return
  await sql`insert into price (product_id, list_price, sale_price)
    values (${item_id}, ${list}, ${sale})`.execute(db)
}
