import { sql, type RawBuilder } from 'kysely'
import { guestPrice, joinGuestPrice } from '#shop/price/price-store.ts'
import { shopSells } from '#shop/stock/item-store.ts'

/** For each version its cheapest colour in stock, else its cheapest: what a card stands for. */
export function offers(colors: RawBuilder<unknown>, province_id: number): RawBuilder<unknown> {
  return sql`
    select distinct on (parent_id) parent_id, item_id, list_price, final_price, is_in_stock, shelf
    from (${colorOffers(colors, province_id)}) colors
    order by parent_id, shelf, final_price, item_id`
}

/** What each colour costs in a province and whether it can be had; `shelf`: 0 yes, 1 sold out, 2 no price. */
export function colorOffers(colors: RawBuilder<unknown>, province_id: number): RawBuilder<unknown> {
  return sql`
    select color.parent_id, color.product_id as item_id, piece.there is not null as is_in_stock,
      ${guestPrice.list_price} as list_price, ${guestPrice.final_price} as final_price,
      case when coalesce(here.price_id, country.price_id) is null then 2
        when piece.there is null then 1 else 0 end as shelf
    from product color
    ${joinGuestPrice('color.product_id', province_id)}
    left join lateral (
      select true as there from stock join shop on shop.shop_id = stock.shop_id
      where stock.product_id = color.product_id and stock.quantity > 0 and ${shopSells}
      limit 1
    ) piece on true
    where color.type = 'simple' and color.is_active and ${colors}`
}
