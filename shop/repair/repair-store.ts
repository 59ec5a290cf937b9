import { sql } from 'kysely'
import type { Database, Tables } from '#db/schema.ts'
import { shopRepairs } from '#shop/location/shop-rows.ts'
import { joinOption, optionColumns, optionIsOffered } from '#shop/repair/repair-rows.ts'

type Service = Tables['repair_service']

/** An option of a repair service, as carts and bookings name it. */
export interface RepairItem {
  item_id: number
  /** The grade of the part. */
  label: string
  list_price: number | null
  price: number
  warranty_months: number
  service_id: number
  sku: string
  service_name: string
  url_path: string
  model_name: string
  device_kind: Service['device_kind']
  part_code: string
  minutes: number
  skill: Service['skill']
  /** False: every repair shop does it, because it takes no part. */
  needs_part: boolean
  thumbnail: string
}

/** Returns the options of these ids, in the order of their services. Ids that are not offered are left out. */
export async function listRepairItems(
  db: Database,
  item_ids: readonly number[],
): Promise<RepairItem[]> {
  const { rows } = await sql<RepairItem>`
    select ${optionColumns}
    from repair_option ${joinOption}
    where repair_option.option_id = any(${item_ids}::bigint[]) and ${optionIsOffered}
    order by repair_service.position, repair_service.service_id, repair_option.position, repair_option.option_id
  `.execute(db)
  return rows
}

/** Which of these options take a part, also of those that are not offered any more. */
export async function findOptionsWithPart(
  db: Database,
  option_ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ option_id: number }>`
    select option_id from repair_option join repair_service using (service_id) join repair_part using (part_code)
    where option_id = any(${option_ids}::bigint[]) and needs_part
  `.execute(db)
  return new Set(rows.map(({ option_id }) => option_id))
}

/** Returns the repair shops that have the part of an option. */
export async function listShopsWithPart(
  db: Database,
  item_id: number,
): Promise<{ shop_id: number; quantity: number }[]> {
  const { rows } = await sql<{ shop_id: number; quantity: number }>`
    select shop.shop_id, repair_part_stock.quantity - repair_part_stock.reserved as quantity
    from repair_part_stock join shop on shop.shop_id = repair_part_stock.shop_id
    where repair_part_stock.option_id = ${item_id} and repair_part_stock.quantity > repair_part_stock.reserved and ${shopRepairs}
    order by shop.shop_id
  `.execute(db)
  return rows
}

/** Returns the shops that have every part of these lines free; null if they take none. */
export async function listShopsWithParts(
  db: Database,
  lines: readonly { item_id: number; quantity: number }[],
): Promise<number[] | null> {
  const { rows } = await sql<{ shop_ids: number[] | null }>`
    with wanted as (
      select item_id, sum(quantity) as quantity
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (item_id bigint, quantity integer)
        join repair_option option on option.option_id = item_id join repair_service using (service_id)
        join repair_part using (part_code)
      where repair_part.needs_part group by item_id
    ), ready as (
      select stock.shop_id from wanted join repair_part_stock stock on stock.option_id = wanted.item_id
      where stock.quantity - stock.reserved >= wanted.quantity
      group by stock.shop_id having count(*) = (select count(*) from wanted)
    )
    select case when exists (select from wanted)
      then (select coalesce(jsonb_agg(shop_id order by shop_id), '[]') from ready) end as shop_ids
  `.execute(db)
  return rows[0]?.shop_ids ?? null
}
