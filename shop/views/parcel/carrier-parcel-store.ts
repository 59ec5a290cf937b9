import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { packedOf } from '#shop/shipment/parcel-store.ts'
import type { CarrierParcel } from '#shop/shipment/carriers/carrier.ts'

type Wanted = Pick<CarrierParcel, 'code' | 'weight_g' | 'cod_amount'>
type Facts = Omit<CarrierParcel, keyof Wanted>

/** How many units of `line` lie in this parcel; before it is packed, how many lie in no parcel. */
function quantity(parcel_code: string): RawBuilder<number> {
  return sql<number>`(case when exists (select from parcel where code = ${parcel_code})
    then coalesce((select part.quantity from parcel_line part join parcel using (parcel_id)
      where parcel.code = ${parcel_code} and part.position = line.position), 0)
    else line.item_quantity - ${packedOf(sql.ref('line.order_id'))} end)`
}

/** Finds an order as a carrier gets it, with the places by their names in force. */
async function findFacts(
  db: Database,
  order_id: OrderId,
  parcel_code: string,
): Promise<Facts | null> {
  const { rows } = await sql<Facts>`
    select o.code as order_code,
      (select sum(final_price * ${quantity(parcel_code)}) from sales_order_line line where line.order_id = o.order_id)::bigint as value,
      coalesce((select string_agg(text, '. ' order by staff_event_id) from sales_order_staff_event event
        where event.order_id = o.order_id and event.kind = 'courier_note'), o.recipient->>'note', '') as note,
      (select json_agg(json_build_object('name', concat_ws(', ', name, color_name), 'sku', sku,
          'quantity', ${quantity(parcel_code)}, 'price', final_price) order by position)
        from sales_order_line line where line.order_id = o.order_id and ${quantity(parcel_code)} > 0) as items,
      json_build_object(
        'name', coalesce(o.recipient->>'recipient_name', o.recipient->>'name'),
        'phone', coalesce(o.recipient->>'recipient_phone', o.recipient->>'phone'),
        'street', coalesce(o.recipient->>'street', o.recipient->>'address_text'),
        'ward', coalesce(o.recipient->>'ward_name', ''),
        'province', coalesce(unit.name, province.name)) as "to",
      case when shop.shop_id is not null then json_build_object('name', shop.name, 'phone', shop.phone,
        'street', shop.street, 'ward', shop.ward_name, 'province', coalesce(shop_unit.name, shop_province.name))
        end as "from"
    from sales_order o join province using (province_id)
      left join official_province unit
        on unit.province_code = coalesce(o.recipient->>'province_code', province.official_code)
      left join shop using (shop_id)
      left join province shop_province on shop_province.province_id = shop.province_id
      left join official_province shop_unit on shop_unit.province_code = shop_province.official_code
    where o.order_id = ${order_id}
  `.execute(db)
  return rows[0] ?? null
}

/** Finds a parcel of an order as its carrier gets it. Null if the order is gone. */
export async function findCarrierParcel(
  db: Database,
  order_id: OrderId,
  wanted: Wanted,
): Promise<CarrierParcel | null> {
  const facts = await findFacts(db, order_id, wanted.code)
  return facts && { ...facts, ...wanted }
}

/** Finds the weight and the amount to collect of a parcel. */
export async function findWeightAndCod(db: Database, parcel_id: number): Promise<Wanted | null> {
  const row = await db
    .selectFrom('parcel')
    .select(['code', 'weight_g', 'cod_amount'])
    .where('parcel_id', '=', parcel_id)
    .executeTakeFirst()
  return row ?? null
}
