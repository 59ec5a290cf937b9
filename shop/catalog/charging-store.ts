import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'
import { idList } from '#platform/database/id-list.ts'
import { type Charging, isCharger } from '#shop/catalog/charging.ts'

/** What is known about charging items; others are left out. A laptop charges as fast as its own adapter. */
export async function findCharging(db: Database, item_ids: readonly number[]): Promise<Charging[]> {
  const { rows } = await chargingRows(
    sql`item.product_id in ${idList(item_ids)}`,
    sql`coalesce(item.parent_id, item.product_id)`,
  ).execute(db)
  return rows
}

const max_made_for = 4

/** The device of a version with the ids of accessories that are made for its model alone. */
export async function findDevice(
  db: Database,
  version_id: number,
): Promise<(Charging & { made_for: number[] }) | undefined> {
  const own = chargingRows(sql`item.product_id = ${version_id}`, sql`item.product_id`)
  const { rows } = await sql<Charging & { made_for: number[] }>`
    with device as (${own})
    select device.*, array(
      select accessory.product_id from attribute
      join product_attribute fit on fit.attribute_id = attribute.attribute_id and fit.value_text = device.model
      join product accessory on accessory.product_id = fit.product_id
      where attribute.code = 'fit' and accessory.type = 'configurable' and accessory.is_active
        and accessory.used_of is null
      order by accessory.views desc, accessory.product_id limit ${max_made_for})::integer[] as made_for
    from device`.execute(db)
  return rows[0]
}

/** All products that charge others, from the weakest to the strongest. */
export async function findChargers(db: Database): Promise<Charging[]> {
  const { rows } = await chargingRows(
    sql`item.type = 'configurable' and item.is_active and item.used_of is null and item.product_id in (
      select power.product_id from product_attribute power join attribute using (attribute_id)
      where attribute.code = 'power_w')`,
    sql`item.product_id`,
  ).execute(db)
  return rows.filter(isCharger)
}

/** Facts about charging by item, read from the attributes of its version. */
function chargingRows(
  is_wanted: RawBuilder<unknown>,
  version_id: RawBuilder<unknown>,
): RawBuilder<Charging> {
  return sql<Charging>`
    select item.product_id as item_id, family.name as model,
      (coalesce(max(fact.value_number) filter (where attribute.code = 'charge_w'),
        max(fact.value_number) filter (where attribute.code = 'adapter_w')))::float8 as need_w,
      (max(fact.value_number) filter (where attribute.code = 'power_w'))::float8 as power_w,
      max(fact.value_text) filter (where attribute.code = 'charge_standard') as standards
    from product item
    join product_family family using (family_id)
    join product_attribute fact on fact.product_id = ${version_id}
    join attribute on attribute.attribute_id = fact.attribute_id
    where ${is_wanted} and attribute.code in ('charge_w', 'adapter_w', 'power_w', 'charge_standard')
    group by item.product_id, family.name
    order by power_w, item.product_id`
}
