import type { HomePage, ProductCard } from '#contracts/storefront/catalog.ts'
import type { BlockOf, LandingBlock } from '#contracts/storefront/landing/blocks.ts'
import { ListingQuestion } from '#contracts/storefront/search.ts'
import { Refusal } from '#pure/contract.ts'
import type { PublicContext } from '#storefront/runtime/page.ts'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'

export type Stored<Kind extends LandingBlock['kind']> = Omit<BlockOf<Kind>, 'phases'>

const min_products = 2

/** Loads the goods of a block with a rule; null: there are too few of them. */
export async function withProducts<Block extends Pick<BlockOf<'products'>, 'rule'>>(
  { rule, ...block }: Block,
  context: PublicContext,
): Promise<(Omit<Block, 'rule'> & { products: ProductCard[] }) | null> {
  const { services, province_id } = context
  const category = rule.category === '' ? undefined : await entityAt(rule.category, context)
  if (category !== undefined && category?.kind !== 'category') return null
  const question = ListingQuestion.parse({
    ...(category === undefined ? {} : { category_id: category.id }),
    ...(rule.tag === '' ? {} : { tag: rule.tag }),
    ...{ brand: rule.brand, need: rule.need, sort: rule.sort, size: rule.size },
    min_price: rule.min_price ?? undefined,
    max_price: rule.max_price ?? undefined,
    ...{ in_stock: true, with_facets: false, province_id },
  })
  const { products } = await services.search.products(null, question)
  return products.length < min_products ? null : { ...block, products }
}

/** Takes the rows of the categories that a block names, in its sequence. */
export function categoriesBlock(
  { categories, ...block }: Stored<'categories'>,
  { rows }: HomePage,
): ShownOf<'categories'> | null {
  const wanted = categories.flatMap((path) => rows.filter((row) => row.path === `/${path}`))
  return wanted.length === 0 ? null : { ...block, rows: wanted }
}

/** Loads the newest articles of a block, and the address of all of them. */
export async function postsBlock(
  { category, size, ...block }: Stored<'posts'>,
  { services }: PublicContext,
): Promise<ShownOf<'posts'> | null> {
  const from = category === '' ? {} : { category }
  const posts = await services.content.latestPosts(null, { size, ...from })
  const [newest] = posts
  // There is no page of all articles: then the link leads to the category of the newest.
  return newest ? { ...block, posts, more: newest.category.path } : null
}

/** What stands at a path of the shop; null: nothing. */
async function entityAt(path: string, { services }: PublicContext) {
  try {
    return await services.catalog.resolve(null, { path })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}
