import type { Database } from '#db/schema.ts'
import type { OpenQuote } from '#shop/quote/quote.ts'
import { stockRows } from '#shop/inventory/stock/stock-rows.ts'

type Picked = Pick<OpenQuote, 'recipient' | 'gift_items' | 'gifts_at_shop'>

/** Adds to checkouts the stock of gifts at their pick-up shops; home deliveries stay unchanged. */
export async function withGiftsAtShop<Q extends Picked>(
  db: Database,
  quotes: readonly Q[],
): Promise<Q[]> {
  const picked = quotes.filter((quote) => pickupShop(quote) !== null)
  const gifts = new Set(picked.flatMap(({ gift_items }) => [...gift_items.keys()]))
  if (gifts.size === 0) return quotes.map(withoutShop)
  const { rows } = await stockRows([...gifts]).execute(db)
  return quotes.map((quote) => {
    const shop_id = pickupShop(quote)
    if (shop_id === null) return withoutShop(quote)
    const here = rows.filter((row) => row.shop_id === shop_id)
    const gifts_at_shop = new Map(here.map(({ product_id, free }) => [product_id, free]))
    return { ...quote, gifts_at_shop }
  })
}

function withoutShop<Q extends Picked>({ ...quote }: Q): Q {
  delete quote.gifts_at_shop
  return quote
}

function pickupShop({ recipient }: Picked): number | null {
  return recipient?.shipping_method === 'store_pickup' ? recipient.erp_shop_id : null
}
