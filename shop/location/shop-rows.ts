import { sql } from 'kysely'

/** The condition for shops that sell. Only their stock counts: repair shops have none for sale. */
export const shopSells = sql`shop.is_active and 'ban-hang' = any(shop.kinds)`

/** The ids of selling shops, evaluated once for all items of a statement. */
export const sellingShops = sql`array(select shop.shop_id from shop where ${shopSells})`

/** The condition for shops that repair. */
export const shopRepairs = sql`shop.is_active and 'sua-chua' = any(shop.kinds)`
