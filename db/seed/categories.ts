import type { DemoData } from '#db/seed/demo-data.ts'
import { advanceSequence, insertRows } from '#db/seed/insert-rows.ts'
import type { Tx } from '#db/schema.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'

/** The ids of the seeded categories and attributes by code, and of the brands by name. */
export interface SeededCategories {
  categories: Map<string, number>
  brands: Map<string, number>
  attributes: Map<string, number>
}

/** Writes the category tree with its addresses, brands, attributes and customer groups. */
export async function seedCategoryTree(trx: Tx, data: DemoData): Promise<SeededCategories> {
  const categories = idsByCode(data.categories.map((category) => category.code))
  const brands = idsByCode([...new Set(data.models.map((model) => model.brand))])
  const attributes = idsByCode(data.attributes.map((attribute) => attribute.code))
  await seedCategories(trx, data, categories)
  await insertRows(
    trx,
    'brand',
    [...brands].map(([name, brand_id]) => ({ brand_id, name, slug: slugify(name) })),
  )
  await seedAttributes(trx, data, attributes)
  // The migrations make the groups that the code knows.
  const groups = await trx.selectFrom('customer_group').select('code').execute()
  const known = new Set(groups.map(({ code }) => code))
  const missing = data.oddities.customer_groups.filter(({ code }) => !known.has(code))
  await insertRows(trx, 'customer_group', missing)
  await advanceSequence(trx, 'category', 'category_id')
  await advanceSequence(trx, 'brand', 'brand_id')
  await advanceSequence(trx, 'attribute', 'attribute_id')
  await advanceSequence(trx, 'attribute_group', 'attribute_group_id')
  return { categories, brands, attributes }
}

async function seedCategories(trx: Tx, data: DemoData, ids: Map<string, number>): Promise<void> {
  const rows = data.categories.map((category, position) => ({
    category_id: ids.get(category.code),
    parent_id: category.parent === undefined ? null : ids.get(category.parent),
    code: category.code,
    name: category.name,
    thumbnail: `/media/categories/${category.code}.webp`,
    position,
    price_bounds: category.price_bounds,
    meta_title: category.meta_title ?? '',
    meta_description: category.meta_description ?? '',
    meta_keywords: category.meta_keywords ?? '',
  }))
  const slugs = data.categories.flatMap(({ code, old_paths = [] }) => [
    { path: code, kind: 'category', entity_id: ids.get(code), is_current: true },
    ...old_paths.map((path) => ({
      path,
      kind: 'category',
      entity_id: ids.get(code),
      is_current: false,
    })),
  ])
  await insertRows(trx, 'category', rows)
  await insertRows(trx, 'slug', slugs)
}

async function seedAttributes(trx: Tx, data: DemoData, ids: Map<string, number>): Promise<void> {
  const groups = idsByCode(data.attribute_groups.map((group) => group.code))
  await insertRows(
    trx,
    'attribute_group',
    data.attribute_groups.map((group, position) => ({
      attribute_group_id: groups.get(group.code),
      ...group,
      position,
    })),
  )
  await insertRows(
    trx,
    'attribute',
    data.attributes.map((attribute, position) => ({
      attribute_id: ids.get(attribute.code),
      attribute_group_id: groups.get(attribute.group),
      code: attribute.code,
      name: attribute.name,
      unit: attribute.unit ?? null,
      data_type: attribute.data_type,
      is_filterable: attribute.is_filterable ?? false,
      is_key: attribute.is_key ?? false,
      facet_bounds: attribute.facet_bounds ?? [],
      better: attribute.better ?? null,
      position,
    })),
  )
}

function idsByCode(codes: readonly string[]): Map<string, number> {
  return new Map(codes.map((code, index) => [code, index + 1]))
}
