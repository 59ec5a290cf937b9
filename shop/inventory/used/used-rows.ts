import { sql, type RawBuilder } from 'kysely'
import { shopSells } from '#shop/location/shop-rows.ts'

/**
 * SQL of a `UsedDevice` as JSON; null for an item that is no used device. `reserved_until` is the deadline of the order
 * that has it and waits for its payment.
 */
export function usedDeviceOf(product_id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select json_build_object('imei_id', used.imei_id, 'imei_tail', right(coalesce(unit.imei1, unit.serial), 4),
      'shop_name', shop.name, 'is_sold_here', ${shopSells}, 'reserved_until', ${reservedUntil(product_id)})
    from used_unit used join unit on unit.unit_id = used.unit_id join shop on shop.shop_id = used.shop_id
    where used.product_id = ${product_id})`
}

/** SQL of the time until which a device waits for the payment of an order, in milliseconds since 1970. */
export function reservedUntil(product_id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select floor(extract(epoch from max(held.expires_at)) * 1000)::bigint
    from reservation join sales_order held on held.order_id = reservation.order_id
    where reservation.product_id = ${product_id} and reservation.kind = 'stock'
      and reservation.released_at is null and reservation.shipped_at is null and held.state = 'awaiting_payment')`
}
