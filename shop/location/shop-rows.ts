import { sql } from 'kysely'

/** A shop that sells: its stock counts. Repair shops keep none for sale. */
export const shopSells = sql`shop.is_active and 'ban-hang' = any(shop.kinds)`

/** The ids of selling shops, found once for all items of a statement. */
export const sellingShops = sql`array(select shop.shop_id from shop where ${shopSells})`
