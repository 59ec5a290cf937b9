import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { shopSells } from '#shop/location/shop-rows.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'

interface FreeGoods {
  item_id: number
  free: number
  /** At the shop that was asked about; null: none was. */
  free_here: number | null
}

/** Finds colours by the beginning of their SKU or by all words of the name, with what is free: what is here first. */
export async function findFreeGoods(
  db: Database,
  { q, shop_id, limit }: { q: string; shop_id: number | null; limit: number },
): Promise<FreeGoods[]> {
  const words = fold(q).split(' ').filter(Boolean)
  const { rows } = await sql<FreeGoods>`
    select product.product_id as item_id, coalesce(kept.free, 0) as free,
      case when ${shop_id}::integer is not null then coalesce(kept.free_here, 0) end as free_here
    from product
    left join product parent on parent.product_id = product.parent_id
    left join lateral (
      select sum(stock.quantity) filter (where ${shopSells}) as free,
        sum(stock.quantity) filter (where stock.shop_id = ${shop_id}::integer) as free_here
      from stock join shop using (shop_id) where stock.product_id = product.product_id
    ) kept on true
    where product.type = 'simple' and (starts_with(lower(product.sku), lower(${q}))
      or (select bool_and(strpos(parent.search_text, word) > 0) from unnest(${words}::text[]) word))
    order by lower(product.sku) = lower(${q}) desc,
      starts_with(parent.search_text, ${words.join(' ')}) desc, coalesce(kept.free_here, 0) > 0 desc,
      coalesce(kept.free, 0) > 0 desc, product.name, product.sku
    limit ${limit}
  `.execute(db)
  return rows
}

/** The item with this SKU; null if there is none. */
export async function findItemOfSku(db: Database, sku: string): Promise<number | null> {
  const row = await db
    .selectFrom('product')
    .select('product_id')
    .where((eb) => eb(eb.fn('lower', ['sku']), '=', sku.toLowerCase()))
    .where('type', '=', 'simple')
    .executeTakeFirst()
  return row?.product_id ?? null
}

/** The shops that sell, by name, for a form. */
export async function findSellingShops(db: Database): Promise<{ shop_id: number; name: string }[]> {
  const { rows } = await sql<{ shop_id: number; name: string }>`
    select shop_id, name from shop where ${shopSells} order by name
  `.execute(db)
  return rows
}
