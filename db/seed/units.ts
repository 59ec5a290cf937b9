import { sql } from 'kysely'
import type { PlannedVersion } from '#db/seed/plan.ts'
import type { Tx } from '#db/schema.ts'
import { type IdentifiedBy, imeiCheckDigit } from '#pure/formats/unit-codes.ts'

/** Categories of the demo shop whose units have codes of their own. */
const identified_by: Readonly<Record<string, IdentifiedBy>> = {
  'dien-thoai': 'imei',
  'may-tinh-bang': 'imei',
  laptop: 'serial',
  'dong-ho': 'serial',
}

/** What identifies each unit of the products of a category. */
export function identifierOf(category: string): IdentifiedBy | null {
  return identified_by[category] ?? null
}

/**
 * Gives every unit in stock of phones, tablets, laptops and watches its IMEI or serial number. One statement inserts
 * all of them from arrays: it takes half as long as rows in JSON.
 */
export async function seedUnits(
  trx: Tx,
  versions: readonly PlannedVersion[],
  stock: readonly { product_id: number; shop_id: number; quantity: number }[],
  opened_at: Date,
): Promise<void> {
  const kinds = new Map(
    versions.flatMap(({ model, colors }) =>
      colors.map(({ product_id }) => [product_id, identifierOf(model.category)] as const),
    ),
  )
  const product_ids: number[] = []
  const shop_ids: number[] = []
  const codes: string[] = []
  const numbers = new Map<number, number>()
  for (const { product_id, shop_id, quantity } of stock) {
    const kind = kinds.get(product_id)
    if (kind == null) continue
    for (let left = quantity; left > 0; left--) {
      const number = (numbers.get(product_id) ?? 0) + 1
      numbers.set(product_id, number)
      product_ids.push(product_id)
      shop_ids.push(shop_id)
      codes.push(kind === 'imei' ? demoImei(product_id, number) : demoSerial(product_id, number))
    }
  }
  await sql`
    insert into unit (product_id, shop_id, imei1, serial, cost, state, created_at)
    select part.product_id, part.shop_id, case when code ~ '^[0-9]' then code end,
      case when code !~ '^[0-9]' then code end, price.cost, 'in_stock', ${opened_at}
    from unnest(${product_ids}::bigint[], ${shop_ids}::bigint[], ${codes}::text[])
      as part (product_id, shop_id, code)
    left join (select product_id, round(coalesce(sale_price, list_price) * 0.9, -4)::bigint as cost
      from price where province_id is null and customer_group_id is null) price
      on price.product_id = part.product_id`.execute(trx)
  await sql`
    update stock set unnamed = 0 from product
    where product.product_id = stock.product_id and product.identified_by is not null and stock.on_hand > 0
  `.execute(trx)
}

function demoImei(product_id: number, number: number): string {
  const digits = `35${String(product_id).padStart(6, '0')}${String(number).padStart(6, '0')}`
  return digits + imeiCheckDigit(digits)
}

function demoSerial(product_id: number, number: number): string {
  return `SN${String(product_id).padStart(4, '0')}${number.toString(36).toUpperCase().padStart(5, '0')}`
}
