import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'

interface Words {
  import_id: number
  name: string
  brand: string
  category: string
  parent: string | null
  series: string
  is_renamed: boolean
}

const batch = 5_000

/** The text that searches match: the folded words, and the name again without spaces ("iphone18"). */
export function searchTextOf({
  name,
  brand,
  category,
  parent,
  series,
}: Omit<Words, 'import_id' | 'is_renamed'>) {
  const words = [name, brand, category, parent ?? '', series].join(' ')
  const [plain = name] = name.split(' | ')
  return `${fold(words)} ${fold(plain).replace(/[^a-z0-9]+/g, '')}`
}

/** Writes search_text for versions that are new or whose words changed; others retain theirs. */
export async function writeSearchWords(trx: Tx): Promise<void> {
  let last = 0
  for (;;) {
    const rows = await wordsAfter(trx, last)
    if (rows.length === 0) return
    await sql`
      update import_version set search_text = words, is_renamed = source.is_renamed
      from unnest(${rows.map((row) => row.import_id)}::bigint[], ${rows.map(searchTextOf)}::text[],
        ${rows.map((row) => row.is_renamed)}::boolean[]) as source (import_id, words, is_renamed)
      where import_version.import_id = source.import_id`.execute(trx)
    last = rows.at(-1)?.import_id ?? last
  }
}

async function wordsAfter(trx: Tx, last: number): Promise<Words[]> {
  const { rows } = await sql<Words>`
    with next as (
      select import_id, coalesce(row->>'name', product.name) as name,
        coalesce(version.brand_id, product.brand_id) as brand_id,
        coalesce(version.category_id, product.category_id) as category_id,
        coalesce(version.family_id, product.family_id) as family_id,
        product.name as old_name, product.brand_id as old_brand_id,
        product.category_id as old_category_id, product.family_id as old_family_id
      from import_version version join import_row using (import_id)
      left join product on product.product_id = import_row.product_id
      where import_id > ${last}
    )
    select import_id, next.name, brand.name as brand, category.name as category,
      parent.name as parent, product_family.series,
      coalesce(next.name <> old_name, false) as is_renamed
    from next
    join brand using (brand_id)
    join category using (category_id)
    left join category parent on parent.category_id = category.parent_id
    join product_family using (family_id)
    where (next.name, next.brand_id, next.category_id, next.family_id)
      is distinct from (old_name, old_brand_id, old_category_id, old_family_id)
    order by import_id limit ${batch}`.execute(trx)
  return rows
}
