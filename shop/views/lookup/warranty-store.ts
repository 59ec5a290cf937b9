import { sql } from 'kysely'
import type { Warranty } from '#contracts/storefront/lookup.ts'
import type { Database } from '#db/schema.ts'
import { monthsOfItem as months } from '#shop/inventory/unit/unit-store.ts'

type StoredWarranty = Omit<Warranty, 'is_over'>

const url_path = sql`(select path from slug where kind = 'product'
  and entity_id = coalesce(item.parent_id, item.product_id) and is_current)`

/** The warranty of a sold device by any of its codes. Devices that were not sold are no shopper's business. */
export async function findDeviceWarranty(
  db: Database,
  code: string,
): Promise<StoredWarranty | null> {
  const { rows } = await sql<StoredWarranty>`
    select item.name as product, item.color_name, ${url_path} as url_path, right(${code}, 4) as code_end,
      ${months} as months, unit.warranty_from::text as "from", unit.warranty_until::text as until
    from unit join product item using (product_id) left join product version on version.product_id = item.parent_id
    where unit.unit_id = (select unit_id from unit_code where code = ${code}) and unit.state = 'sold'
  `.execute(db)
  return rows[0] ?? null
}

/** The warranties of an order: of its devices, and of its goods without codes from the day of the delivery. */
export async function findWarrantiesOfOrder(
  db: Database,
  { code, phone }: { code: string; phone: string },
): Promise<StoredWarranty[] | null> {
  const { rows } = await sql<{ warranties: StoredWarranty[] | null }>`
    select (select jsonb_agg(jsonb_build_object('product', line.name, 'color_name', line.color_name,
        'url_path', ${url_path}, 'code_end', right(coalesce(unit.imei1, unit.serial), 4), 'months', ${months},
        'from', coalesce(unit.warranty_from, delivered.day),
        'until', coalesce(unit.warranty_until, (delivered.day + ${months} * interval '1 month')::date))
        order by line.position, unit.unit_id)
      from sales_order_line line join product item on item.product_id = line.item_id
        left join product version on version.product_id = item.parent_id
        left join unit on unit.order_code = o.code and unit.product_id = line.item_id and unit.state = 'sold'
        left join lateral (select (max(event.happened_at) at time zone 'Asia/Ho_Chi_Minh')::date as day
          from sales_order_event event where event.order_id = o.order_id and event.state = 'delivered'
            and o.state = 'delivered') delivered on true
      where line.order_id = o.order_id and ${months} > 0) as warranties
    from sales_order o
    where o.code = ${code} and o.phone = ${phone} and o.state not in ('cancelled', 'expired')
  `.execute(db)
  return rows[0] === undefined ? null : (rows[0].warranties ?? [])
}
