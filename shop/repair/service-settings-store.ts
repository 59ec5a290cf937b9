import { sql } from 'kysely'
import type { ServicePage, ServiceRow, Skill } from '#contracts/staff/orders/repair-settings.ts'
import type { Database, Tx } from '#db/schema.ts'

interface ServiceFilter {
  words: readonly string[]
  device_kind: string | null
  skill: string | null
  is_active: boolean | null
}

/** Repair services with their prices. */
export async function listServices(
  db: Database,
  { words, device_kind, skill, is_active }: ServiceFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ServiceRow[]> {
  const { rows } = await sql<ServiceRow>`
    select service.sku, service.name, part.name as part, service.minutes, service.skill, service.is_active,
      offered.options, offered.lowest_price, offered.highest_price,
      case when part.needs_part then offered.free end as free
    from repair_service service join repair_part part using (part_code)
    cross join lateral (
      select count(*)::integer as options, min(price) as lowest_price, max(price) as highest_price,
        coalesce(sum((select sum(quantity - reserved) from repair_part_stock stock
          where stock.option_id = option.option_id)), 0)::integer as free
      from repair_option option where option.service_id = service.service_id and option.is_active
    ) offered
    where (${device_kind}::text is null or service.device_kind = ${device_kind})
      and (${skill}::text is null or service.skill = ${skill})
      and (${is_active}::boolean is null or service.is_active = ${is_active})
      and not exists (select from unnest(${words}::text[]) word
        where strpos(without_marks(service.sku || ' ' || service.name), without_marks(word)) = 0)
    order by service.position, service.service_id
    limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/** A service with all its options. */
export async function findService(
  db: Database,
  sku: string,
): Promise<Omit<ServicePage, 'shops'> | null> {
  const { rows } = await sql<Omit<ServicePage, 'shops'>>`
    select service.sku, service.name, part.name as part, part.needs_part, service.minutes, service.skill,
      service.is_active, service.model_name, slug.path as url_path, ${seenOf} as seen,
      (select coalesce(jsonb_agg(jsonb_build_object('option_id', option_id, 'label', label, 'list_price', list_price,
          'price', price, 'warranty_months', warranty_months, 'is_active', option.is_active,
          'stock', (select coalesce(jsonb_agg(jsonb_build_object('shop_id', shop.shop_id, 'shop', shop.name, 'quantity', quantity,
              'reserved', reserved) order by shop.shop_id), '[]')
            from repair_part_stock stock join shop using (shop_id)
            where stock.option_id = option.option_id and quantity > 0))
          order by option.position, option_id), '[]')
        from repair_option option where option.service_id = service.service_id) as options
    from repair_service service join repair_part part using (part_code)
      join slug on slug.kind = 'repair_service' and slug.entity_id = service.service_id and slug.is_current
    where service.sku = ${sku}
  `.execute(db)
  return rows[0] ?? null
}

/** Every change of a service or of an option touches it (migration 117). */
const seenOf = sql<string>`extract(epoch from service.changed_at)::text`

/** Locks a service. Returns what was seen of it if nobody has changed it since. */
export async function lockService(
  tx: Tx,
  sku: string,
): Promise<{ service_id: number; seen: string } | null> {
  const { rows } = await sql<{ service_id: number; seen: string }>`
    select service_id, ${seenOf} as seen from repair_service service where sku = ${sku} for update
  `.execute(tx)
  return rows[0] ?? null
}

export async function updateService(
  tx: Tx,
  service_id: number,
  values: { name: string; minutes: number; skill: Skill; is_active: boolean },
): Promise<void> {
  await tx.updateTable('repair_service').set(values).where('service_id', '=', service_id).execute()
}

interface OptionValues {
  label: string
  list_price: number | null
  price: number
  warranty_months: number
  is_active: boolean
}

/** Changes an option of a service; false: it has no such option. */
export async function updateOption(
  tx: Tx,
  { service_id, option_id }: { service_id: number; option_id: number },
  values: OptionValues,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('repair_option')
    .set(values)
    .where('service_id', '=', service_id)
    .where('option_id', '=', option_id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The names of the options of a service by their ids. */
export async function listLabels(
  tx: Tx,
  service_id: number,
): Promise<{ option_id: number; label: string }[]> {
  return tx
    .selectFrom('repair_option')
    .select(['option_id', 'label'])
    .where('service_id', '=', service_id)
    .execute()
}

/** Adds an option after the others. */
export async function insertOption(
  tx: Tx,
  service_id: number,
  { label, list_price, price, warranty_months, is_active }: OptionValues,
): Promise<void> {
  await sql`
    insert into repair_option (service_id, label, list_price, price, warranty_months, is_active, position)
    select ${service_id}, ${label}, ${list_price}::bigint, ${price}, ${warranty_months}, ${is_active},
      coalesce(max(position) + 1, 0) from repair_option where service_id = ${service_id}
  `.execute(tx)
}
