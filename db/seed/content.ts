import type { DemoData } from '#db/seed/demo-data.ts'
import { continueNumbering, insertRows } from '#db/seed/insert-rows.ts'
import type { Shelves } from '#db/seed/shelves.ts'
import type { Tx } from '#db/schema.ts'

/** Writes what is told around the goods: banners. */
export async function seedContent(
  trx: Tx,
  { banners }: Pick<DemoData, 'banners'>,
  { categories }: Shelves,
): Promise<void> {
  const rows = banners.map(({ category, ...banner }, position) => ({
    banner_id: position + 1,
    category_id: category === undefined ? null : categories.get(category),
    position,
    image_mobile: null,
    image_mobile_width: null,
    image_mobile_height: null,
    is_active: true,
    ...banner,
  }))
  await insertRows(trx, 'banner', rows)
  await continueNumbering(trx, 'banner', 'banner_id')
}
