import { type RawBuilder, sql } from 'kysely'
import type {
  DeviceKind,
  RepairCard,
  RepairKind,
  RepairOption,
  RepairServicePage,
} from '#contracts/storefront/repair.ts'
import type { Database } from '#db/schema.ts'
import type { MetaSource } from '#shop/catalog/meta.ts'

/** A service as its page needs it. */
export type ServiceRow = Omit<RepairServicePage, 'options' | 'of_model' | 'of_part' | 'meta'> &
  MetaSource & { part_code: string }

/** Returns the repairs that `condition` names and that have an option, in their order. */
async function listCards(db: Database, condition: RawBuilder<unknown>): Promise<RepairCard[]> {
  const { rows } = await sql<RepairCard>`
    select service.name, '/' || slug.path as path, service.model_name, service.brand_name, service.part_code,
      part.name as part_name, service.minutes, min(repair_option.price) as price
    from repair_service service
    join repair_part part on part.part_code = service.part_code
    join slug on slug.kind = 'repair_service' and slug.entity_id = service.service_id and slug.is_current
    join repair_option on repair_option.service_id = service.service_id and repair_option.is_active
    where service.is_active and ${condition}
    group by service.service_id, slug.path, part.part_code
    order by service.position, service.service_id
  `.execute(db)
  return rows
}

export function listServicesOfKind(db: Database, device_kind: DeviceKind): Promise<RepairCard[]> {
  return listCards(db, sql`service.device_kind = ${device_kind}`)
}

/** Returns the repairs of a model, and the same repair of other models of its brand. */
export function listRelatedServices(db: Database, service: ServiceRow): Promise<RepairCard[]> {
  const { device_kind, model_name, brand_name, part_code } = service
  return listCards(
    db,
    sql`service.device_kind = ${device_kind} and (service.model_name = ${model_name}
      or (service.brand_name = ${brand_name} and service.part_code = ${part_code}))`,
  )
}

/** Returns the kinds of repair of a kind of device, each with its lowest price. */
export async function listRepairKinds(
  db: Database,
  device_kind: DeviceKind,
): Promise<RepairKind[]> {
  const { rows } = await sql<RepairKind>`
    select part.part_code, part.name, part.thumbnail, min(repair_option.price) as price
    from repair_part part
    join repair_service service on service.part_code = part.part_code and service.is_active
    join repair_option on repair_option.service_id = service.service_id and repair_option.is_active
    where service.device_kind = ${device_kind}
    group by part.part_code
    order by part.position, part.part_code
  `.execute(db)
  return rows
}

/** Returns an active service; undefined for an absent one. */
export async function findService(
  db: Database,
  service_id: number,
): Promise<ServiceRow | undefined> {
  const { rows } = await sql<ServiceRow>`
    select service.service_id, service.sku, service.name, '/' || slug.path as path, service.model_name,
      service.brand_name, service.device_kind, service.part_code, part.name as part_name, part.needs_part,
      service.minutes, part.thumbnail, service.description, part.signs,
      service.meta_title, service.meta_description, service.meta_keyword as keywords,
      service.canonical_tag, service.meta_thumbnail, service.meta_index, service.meta_follow
    from repair_service service
    join repair_part part on part.part_code = service.part_code
    join slug on slug.kind = 'repair_service' and slug.entity_id = service.service_id and slug.is_current
    where service.service_id = ${service_id} and service.is_active
  `.execute(db)
  return rows[0]
}

export function listOptions(db: Database, service_id: number): Promise<RepairOption[]> {
  return db
    .selectFrom('repair_option')
    .select(['option_id as item_id', 'label', 'list_price', 'price', 'warranty_months'])
    .where('service_id', '=', service_id)
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('option_id')
    .execute()
}

/** Returns which shops have parts of a service, and of which options. */
export async function listStockedOptions(
  db: Database,
  service_id: number,
): Promise<{ shop_id: number; item_ids: number[] }[]> {
  const { rows } = await sql<{ shop_id: number; item_ids: number[] }>`
    select stock.shop_id, to_json(array_agg(stock.option_id order by option.position, option.option_id)) as item_ids
    from repair_part_stock stock
    join repair_option option on option.option_id = stock.option_id and option.is_active
    where option.service_id = ${service_id} and stock.quantity > stock.reserved
    group by stock.shop_id
  `.execute(db)
  return rows
}

/** Returns how many services each shop has a part for, and how many services take none. */
export async function countServices(
  db: Database,
): Promise<{ by_part: { shop_id: number; services: number }[]; everywhere: number }> {
  const { rows } = await sql<{ shop_id: number | null; services: number }>`
    select stock.shop_id, count(distinct service.service_id)::integer as services
    from repair_service service
    join repair_part part on part.part_code = service.part_code
    join repair_option option on option.service_id = service.service_id and option.is_active
    left join repair_part_stock stock on stock.option_id = option.option_id and stock.quantity > stock.reserved
      and part.needs_part
    where service.is_active and (stock.shop_id is not null or not part.needs_part)
    group by stock.shop_id
  `.execute(db)
  return {
    by_part: rows.flatMap(({ shop_id, services }) =>
      shop_id === null ? [] : [{ shop_id, services }],
    ),
    everywhere: rows.find(({ shop_id }) => shop_id === null)?.services ?? 0,
  }
}

/** The days from `day` on (YYYY-MM-DD) on which shops are closed. */
export async function listClosedDays(
  db: Database,
  day: string,
): Promise<{ shop_id: number | null; day: string; name: string }[]> {
  const { rows } = await sql<{ shop_id: number | null; day: string; name: string }>`
    select shop_id, day::text, name from closed_day where day >= ${day}::date order by closed_day.day, shop_id limit 100
  `.execute(db)
  return rows
}
