import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { usedDeviceOf } from '#shop/inventory/used/used-rows.ts'
import type {
  DeviceTest,
  NewUsedUnit,
  Passport,
  UsedDevice,
  UsedState,
} from '#shop/inventory/used/used.ts'

/** Finds the versions of items of new goods. Used ones, and what is no item, are not among them. */
export async function findNewGoods(
  tx: Tx,
  item_ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('product')
    .select(['product_id as item_id', 'parent_id as version_id'])
    .where((eb) => eb('product_id', '=', eb.fn.any(eb.val([...item_ids]))))
    .where('type', '=', 'simple')
    .where('used_of', 'is', null)
    .execute()
  return new Map(
    rows.flatMap(({ item_id, version_id }) => (version_id === null ? [] : [[item_id, version_id]])),
  )
}

/** Whether an item is a used device, of which one piece exists. */
export async function isUsedDevice(tx: Tx, item_id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('product')
    .select('product_id')
    .where('product_id', '=', item_id)
    .where('used_of', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the used version beside a new one. Creates it, with its address, if it is the first device of it. */
export async function ensureUsedVersion(tx: Tx, new_version_id: number): Promise<number> {
  // The row of the new version is locked, so that two first devices make one version.
  await sql`select from product where product_id = ${new_version_id} for no key update`.execute(tx)
  const known = await tx
    .selectFrom('product')
    .select('product_id')
    .where('used_of', '=', new_version_id)
    .where('type', '=', 'configurable')
    .executeTakeFirst()
  if (known) return known.product_id
  const { rows } = await sql<{ product_id: number }>`
    with added as (
      insert into product (sku, type, family_id, brand_id, category_id, name, search_text, version_label,
        warranty_months, highlights, position, used_of)
      select sku || '-CU', 'configurable', family_id, brand_id, category_id, split_part(name, ' | ', 1) || ' cũ', search_text || ' cu',
        version_label, 6, highlights, position, product_id
      from product where product_id = ${new_version_id}
      returning product_id
    ), addressed as (
      insert into slug (path, kind, entity_id, is_current)
      select case when exists (select from slug other where other.path = slug.path || '-cu')
          then slug.path || '-cu-' || added.product_id else slug.path || '-cu' end,
        'product', added.product_id, true
      from added join slug on slug.kind = 'product' and slug.entity_id = ${new_version_id} and slug.is_current
    )
    select product_id from added
  `.execute(tx)
  return rows[0]?.product_id ?? 0
}

/** The numbers of new devices; their SKUs are made of them. */
export async function nextUsedIds(tx: Tx, quantity: number): Promise<number[]> {
  const { rows } = await sql<{ imei_id: number }>`
    select nextval(pg_get_serial_sequence('used_unit', 'imei_id')) as imei_id from generate_series(1, ${quantity})
  `.execute(tx)
  return rows.map(({ imei_id }) => imei_id)
}

/** A device that gets its item. */
interface NewItem {
  imei_id: number
  version_id: number
  new_item_id: number
  warranty_months: number
}

/** Creates the items of devices. They are not on sale until the devices are listed. Returns their ids by the device. */
export async function insertUsedItems(
  tx: Tx,
  items: readonly NewItem[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ imei_id: number; product_id: number }>`
    with made as (
      insert into product (sku, type, parent_id, family_id, brand_id, category_id, name, version_label, color_name,
        color_hex, warranty_months, identified_by, is_active, used_of)
      select 'CU-' || imei_id, 'simple', version.product_id, version.family_id, version.brand_id, version.category_id,
        version.name, version.version_label, item.color_name, item.color_hex, device.warranty_months,
        coalesce(item.identified_by, 'serial'), false, item.product_id
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as device (imei_id bigint, version_id bigint, new_item_id bigint, warranty_months integer)
      join product version on version.product_id = version_id
      join product item on item.product_id = new_item_id
      order by imei_id
      returning sku, product_id
    )
    select substr(sku, 4)::bigint as imei_id, product_id from made
  `.execute(tx)
  return new Map(rows.map(({ imei_id, product_id }) => [imei_id, product_id]))
}

type StoredIds = Record<'imei_id' | 'product_id' | 'version_id' | 'unit_id', number>

/** A device as it gets its row. */
type UsedRow = StoredIds &
  Pick<NewUsedUnit, keyof Passport | 'shop_id' | 'source' | 'source_reference'>

export async function insertUsedUnits(tx: Tx, units: readonly UsedRow[], at: Date): Promise<void> {
  await tx
    .insertInto('used_unit')
    .values(
      units.map((unit) => ({
        ...unit,
        replaced_parts: [...unit.replaced_parts],
        tests: JSON.stringify(unit.tests),
        created_at: at,
      })),
    )
    .execute()
}

/** Sets what devices cost, for everybody and in the whole country. */
export async function updateUsedPrices(
  tx: Tx,
  prices: readonly { product_id: number; price: number }[],
): Promise<void> {
  await sql`
    insert into price (product_id, list_price)
    select product_id, price from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
      as given (product_id bigint, price bigint) order by product_id
    on conflict (product_id, province_id, customer_group_id)
      do update set list_price = excluded.list_price, sale_price = null
  `.execute(tx)
}

/** The used devices among these items: whether each is free, and until when an unpaid order has it reserved. */
export async function findUsedDevices(
  tx: Tx,
  item_ids: readonly number[],
): Promise<Map<number, UsedDevice & { is_free: boolean }>> {
  const { rows } = await sql<{ item_id: number; is_free: boolean; used: UsedDevice }>`
    select product_id as item_id, ${usedDeviceOf(sql.ref('product.product_id'))} as used,
      exists (select from stock where stock.product_id = product.product_id and quantity > 0) as is_free
    from product where product_id = any(${item_ids}::bigint[]) and used_of is not null
  `.execute(tx)
  return new Map(rows.map(({ item_id, is_free, used }) => [item_id, { ...used, is_free }]))
}

/** A device with what its moves need. */
export interface StoredUsedUnit {
  imei_id: number
  product_id: number
  state: UsedState
  version: number
}

/** Locks a device at a shop within reach; a foreign one is as absent as none. */
export async function lockUsedUnit(
  tx: Tx,
  imei_id: number,
  reach: Reach,
): Promise<StoredUsedUnit | null> {
  const { rows } = await sql<StoredUsedUnit>`
    select imei_id, product_id, state, version from used_unit
    where imei_id = ${imei_id} and ${ofShopInReach('used_unit.shop_id', reach)} for update
  `.execute(tx)
  return rows[0] ?? null
}

/** The tests in the passport of a locked device. */
export async function findTests(tx: Tx, imei_id: number): Promise<DeviceTest[]> {
  const { tests } = await tx
    .selectFrom('used_unit')
    .select('tests')
    .where('imei_id', '=', imei_id)
    .executeTakeFirstOrThrow()
  return tests
}

/** Whether an order or a shopper has reserved a device. One that is moved between shops is held by nobody. */
export async function isReserved(db: Database, product_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('reservation')
    .select('reservation_id')
    .where('product_id', '=', product_id)
    .where('kind', '=', 'stock')
    .where('released_at', 'is', null)
    .where('shipped_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Writes what the passport of a locked device says. */
export async function updatePassport(tx: Tx, imei_id: number, passport: Passport): Promise<void> {
  await tx
    .updateTable('used_unit')
    .set((eb) => ({
      ...passport,
      replaced_parts: [...passport.replaced_parts],
      tests: JSON.stringify(passport.tests),
      version: eb('version', '+', 1),
    }))
    .where('imei_id', '=', imei_id)
    .execute()
  await sql`
    update product set warranty_months = ${passport.warranty_months} from used_unit
    where used_unit.imei_id = ${imei_id} and product.product_id = used_unit.product_id
  `.execute(tx)
}

/**
 * Puts locked devices on sale, or takes them off: their items with them. Listed is what has a free piece, else held.
 */
export async function updateOffered(
  tx: Tx,
  imei_ids: readonly number[],
  is_offered: boolean,
  at: Date,
): Promise<void> {
  await sql`
    with changed as (
      update used_unit used set version = version + 1,
        listed_at = case when ${is_offered} then ${at}::timestamptz else listed_at end,
        state = case when not ${is_offered} then 'withdrawn' when exists (select from stock
          where stock.product_id = used.product_id and quantity > 0) then 'listed' else 'held' end
      where imei_id = any(${imei_ids}::bigint[])
      returning product_id
    )
    update product item set is_active = ${is_offered} from changed where item.product_id = changed.product_id
  `.execute(tx)
}

/** Notes that a locked device was changed. */
export async function raiseUsedVersion(tx: Tx, imei_id: number): Promise<void> {
  await tx
    .updateTable('used_unit')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('imei_id', '=', imei_id)
    .execute()
}

export async function hasPicture(tx: Tx, product_id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('product_media')
    .select('product_id')
    .where('product_id', '=', product_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks a passport, so that two people cannot add pictures beyond the limit together. */
export async function lockPassport(tx: Tx, imei_id: number): Promise<void> {
  await tx
    .selectFrom('used_unit')
    .select('imei_id')
    .where('imei_id', '=', imei_id)
    .forUpdate()
    .execute()
}
