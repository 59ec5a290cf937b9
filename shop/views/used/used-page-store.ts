import { sql, type RawBuilder } from 'kysely'
import type { Picture } from '#contracts/storefront/catalog.ts'
import type { DevicePassport, UsedRow } from '#contracts/storefront/trade/used.ts'
import type { Database } from '#db/schema.ts'
import { reservedUntil } from '#shop/inventory/used/used-rows.ts'

/** A used version and the new one beside it. */
interface UsedVersionRow {
  version_id: number
  name: string
  path: string
  brand: string
  new_product_id: number
  new_name: string
  new_path: string
  meta_title: string
  meta_description: string
  keywords: string
  canonical_tag: string
  meta_thumbnail: string | null
  meta_index: boolean
  meta_follow: boolean
}

export async function findUsedVersion(
  db: Database,
  version_id: number,
): Promise<UsedVersionRow | undefined> {
  const { rows } = await sql<UsedVersionRow>`
    select version.product_id as version_id, version.name, '/' || slug.path as path, brand.name as brand,
      other.product_id as new_product_id, other.name as new_name, '/' || new_slug.path as new_path,
      version.meta_title, version.meta_description, version.meta_keyword as keywords, version.canonical_tag,
      version.meta_thumbnail, version.meta_index, version.meta_follow
    from product version
    join product other on other.product_id = version.used_of
    join brand on brand.brand_id = version.brand_id
    join slug on slug.kind = 'product' and slug.entity_id = version.product_id and slug.is_current
    join slug new_slug on new_slug.kind = 'product' and new_slug.entity_id = other.product_id and new_slug.is_current
    where version.product_id = ${version_id} and version.type = 'configurable' and version.is_active
  `.execute(db)
  return rows[0]
}

export interface StoredUsedRow extends Omit<UsedRow, 'reserved_until' | 'pictures'> {
  reserved_until: number | null
  pictures: Picture[]
}

const shown_devices = 200

/** The devices of a version: those that can be bought first, then held ones, then some that were sold. */
export async function listDevices(db: Database, version_id: number): Promise<StoredUsedRow[]> {
  const { rows } = await sql<StoredUsedRow>`
    select ${rowColumns} from ${rowTables}
    where used.version_id = ${version_id} and used.state in ('listed', 'held', 'sold')
      and (used.state <> 'sold' or used.imei_id in (
        select imei_id from used_unit where version_id = ${version_id} and state = 'sold'
        order by changed_at desc, imei_id limit 3))
    order by array_position(array['listed', 'held', 'sold'], used.state), used.price, used.imei_id
    limit ${shown_devices}
  `.execute(db)
  return rows
}

interface PassportRow extends Omit<
  DevicePassport,
  'reserved_until' | 'pictures' | 'qr' | 'new_price'
> {
  reserved_until: number | null
  pictures: Picture[]
}

/** The passport of a device that is on sale or was sold. */
export async function findPassport(
  db: Database,
  imei_id: number,
): Promise<PassportRow | undefined> {
  const { rows } = await sql<PassportRow>`
    select ${rowColumns}, item.sku, item.name, '/' || slug.path as path, brand.name as brand, used.owner_count,
      to_json(used.replaced_parts) as replaced_parts, used.tests, used.accessories,
      used.used_since::text as used_since, shop.address as shop_address, version.used_of as new_product_id,
      used.version_id
    from ${rowTables}
    join product version on version.product_id = used.version_id
    join brand on brand.brand_id = version.brand_id
    join slug on slug.kind = 'product' and slug.entity_id = used.version_id and slug.is_current
    where used.imei_id = ${imei_id} and used.state in ('listed', 'held', 'sold')
  `.execute(db)
  return rows[0]
}

/** The file of a photograph of a device that is on sale or was sold. */
export async function findShownPicture(
  db: Database,
  imei_id: number,
  picture_id: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('picture')
    .innerJoin('used_unit', 'imei_id', 'subject_id')
    .select('hash')
    .where('subject_kind', '=', 'used_unit')
    .where('imei_id', '=', imei_id)
    .where('picture_id', '=', picture_id)
    .where('state', 'in', ['listed', 'held', 'sold'])
    .executeTakeFirst()
  return row?.hash ?? null
}

/** The used devices beside each new version that has some. */
export async function listUsedOfNew(
  db: Database,
): Promise<{ product_id: number; path: string; quantity: number; price: number }[]> {
  const { rows } = await sql<{ product_id: number; path: string; quantity: number; price: number }>`
    select version.used_of as product_id, '/' || slug.path as path, count(*) as quantity,
      min(used.price) as price
    from product version
    join used_unit used on used.version_id = version.product_id and used.state = 'listed'
    join slug on slug.kind = 'product' and slug.entity_id = version.product_id and slug.is_current
    where version.used_of is not null and version.type = 'configurable' and version.is_active
    group by version.used_of, slug.path
  `.execute(db)
  return rows
}

const rowTables: RawBuilder<unknown> = sql`used_unit used
  join unit on unit.unit_id = used.unit_id
  join product item on item.product_id = used.product_id
  join shop on shop.shop_id = used.shop_id
  join province on province.province_id = shop.province_id`

const rowColumns: RawBuilder<unknown> = sql`
  used.imei_id, used.product_id as item_id, right(coalesce(unit.imei1, unit.serial), 4) as imei_tail,
  item.color_name, used.grade, used.battery, used.condition_notes, used.warranty_months, shop.name as shop_name,
  province.name as province_name, used.price, used.state as supply,
  case when used.state = 'held' then ${reservedUntil(sql.ref('used.product_id'))} end as reserved_until,
  (select coalesce(json_agg(json_build_object('src', src, 'alt', alt, 'width', width, 'height', height)
      order by position), '[]')
   from product_media where product_media.product_id = used.product_id) as pictures`
