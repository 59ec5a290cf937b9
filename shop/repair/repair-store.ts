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
