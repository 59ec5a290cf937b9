import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Charging } from '#shop/catalog/charging.ts'

/** What is known about charging items; others are left out. A laptop charges as fast as its own adapter. */
export async function findCharging(db: Database, item_ids: readonly number[]): Promise<Charging[]> {
  const { rows } = await chargingRows(
    sql`item.product_id = any(${item_ids}::bigint[])`,
    sql`coalesce(item.parent_id, item.product_id)`,
  ).execute(db)
  return rows
}

const max_made_for = 4

/** The device of a version, accessories that are made for its model, and all chargers. */
export async function findAccessories(
  db: Database,
  version_id: number,
): Promise<{ device: Charging | undefined; made_for: number[]; chargers: Charging[] }> {
  const [own, made, chargers] = await Promise.all([
    chargingRows(sql`item.product_id = ${version_id}`, sql`item.product_id`).execute(db),
    sql<{ product_id: number }>`
      select accessory.product_id
      from product device join product_family family using (family_id)
      join attribute on attribute.code = 'fit'
      join product_attribute fit on fit.attribute_id = attribute.attribute_id and fit.value_text = family.name
      join product accessory on accessory.product_id = fit.product_id
      where device.product_id = ${version_id} and accessory.type = 'configurable' and accessory.is_active
        and accessory.used_of is null
      order by accessory.views desc, accessory.product_id limit ${max_made_for}`.execute(db),
    chargingRows(
      sql`item.type = 'configurable' and item.is_active and item.used_of is null and item.product_id in (
        select power.product_id from product_attribute power join attribute using (attribute_id)
        where attribute.code = 'power_w')`,
      sql`item.product_id`,
    ).execute(db),
  ])
  return {
    device: own.rows[0],
    made_for: made.rows.map((row) => row.product_id),
    chargers: chargers.rows,
  }
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
