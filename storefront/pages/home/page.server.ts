import type { HomePage, ProductCard } from '#contracts/storefront/catalog.ts'
import type { Banner } from '#contracts/storefront/content.ts'
import type { LandingBlock } from '#contracts/storefront/landing/blocks.ts'
import type { FlashWindow } from '#contracts/storefront/promotion.ts'
import { ListingQuestion } from '#contracts/storefront/search.ts'
import {
  type PageMeta,
  type PublicContext,
  publicPage,
  type ShopIdentity,
} from '#storefront/runtime/page.ts'
import type { HomeData } from '#storefront/pages/home/page.tsx'
import { flash_key } from '#storefront/addresses/home-links.ts'
import type { FlashData } from '#storefront/pages/home/flash-block.tsx'
import {
  postsBlock,
  categoriesBlock,
  withProducts,
} from '#storefront/commerce/blocks/load-blocks.ts'
import type { ShownBlock } from '#storefront/commerce/blocks/shown-blocks.ts'
import { shopGraph } from '#storefront/seo/structured-data/shop-graph.ts'

const brands_size = 6
const row_size = 6
const panel_size = 4
const deals_size = 8
/** The windows of three days; this many fit on a desktop without scrolling. */
const max_tabs = 8

/** / : banners, the flash sale in the shopper's province, and the blocks that staff arrange. */
export const page = publicPage<HomeData>({
  structured: (_data, shop) => shopGraph(shop),
  tags: () => ['listing', 'content', 'landing'],
  loader: async (context) => loadHome(context, await context.services.landing.home(null, {})),
})

/** Loads the home page with these blocks; without any it has a row for each category. */
export async function loadHome(
  context: PublicContext,
  stored: readonly LandingBlock[],
): Promise<HomeData> {
  const { catalog, content } = context.services
  const { province_id } = context
  const flash = await flashOf(context)
  const [home, slides, beside, deals] = await Promise.all([
    catalog.home(null, { province_id }),
    content.banners(null, { place: 'hero' }),
    content.banners(null, { place: 'right' }),
    flash ? [] : loadDeals(context),
  ])
  const blocks = stored.length > 0 ? stored : rowForEach(home)
  const shown = await Promise.all(blocks.map((block) => shownBlock(block, context, home)))
  return {
    head: headOf(context.shop),
    is_empty: home.is_empty,
    categories: home.categories,
    slides: slides.map((slide, index) => (index === 0 ? slide : withoutBlur(slide))),
    beside: beside.map(withoutBlur),
    flash,
    deals: deals.map(leanCard),
    blocks: shown.filter((block) => block !== null),
  }
}

/** The home page of a shop whose staff have arranged nothing: its categories and the newest articles. */
function rowForEach({ rows }: HomePage): LandingBlock[] {
  const every_block = { phases: [], anchor: '', title: '' }
  const rows_of_categories = rows.map(({ path }, index) => ({
    ...every_block,
    kind: 'categories' as const,
    look: index === 0 ? ('grid' as const) : ('row' as const),
    categories: [path.slice(1)],
  }))
  const posts = { kind: 'posts' as const, sentence: '', category: '', size: 4 }
  return [...rows_of_categories, { ...every_block, ...posts, title: 'Tin công nghệ' }]
}

/** A block with what it shows; null: it has nothing, or the home page does not show its kind. */
async function shownBlock(
  { phases: _phases, ...block }: LandingBlock,
  context: PublicContext,
  home: HomePage,
): Promise<ShownBlock | null> {
  switch (block.kind) {
    case 'products':
      return withLeanCards(await withProducts(block, context), block.look === 'ranked')
    case 'brand':
      return withLeanCards(await withProducts(block, context))
    case 'categories': {
      const loaded = categoriesBlock(block, home)
      return loaded && { ...loaded, rows: loaded.rows.map((row) => leanRow(row, loaded.look)) }
    }
    case 'posts':
      return postsBlock(block, context)
    case 'tiles':
      return block
    default:
      return null
  }
}

function headOf({ name }: ShopIdentity): PageMeta {
  return {
    title: `${name}: điện thoại, laptop, phụ kiện chính hãng`,
    description: `Mua điện thoại, laptop, máy tính bảng, đồng hồ và phụ kiện chính hãng tại ${name}: giá đã gồm VAT, giao nhanh từ 2 giờ hoặc nhận tại cửa hàng.`,
    keywords:
      'điện thoại, laptop, máy tính bảng, tai nghe, đồng hồ thông minh, phụ kiện chính hãng',
    canonical_path: '/',
  }
}

/** The sale window named by the address, else the running one, else the next; null if there is none. */
async function flashOf({ services, province_id, url }: PublicContext): Promise<FlashData | null> {
  const { windows } = await services.promotion.flashSales(null, { province_id })
  const offered = windows.filter(({ items, state }) => items.length > 0 && state !== 'ended')
  const wanted = url.searchParams.get(flash_key)
  const shown =
    offered.find(({ flash_sale_id }) => String(flash_sale_id) === wanted) ??
    offered.find(({ state }) => state === 'running') ??
    offered[0]
  if (!shown) return null
  const tabs = offered.slice(0, max_tabs).map(({ items: _items, ...tab }) => tab)
  return { tabs, shown: { ...shown, items: shown.items.map(leanItem) } }
}

/** A card of a sale shows what a line shows, and the data of the item. */
function leanItem(item: FlashWindow['items'][number]): FlashWindow['items'][number] {
  return { ...item, card: leanLine(item.card) }
}

/** The products with the largest discount, shown when there is no flash sale. */
async function loadDeals({ services, province_id }: PublicContext): Promise<ProductCard[]> {
  const reduced = ListingQuestion.parse({
    sort: 'discount',
    in_stock: true,
    size: deals_size,
    with_facets: false,
    province_id,
  })
  const { products } = await services.search.products(null, reduced)
  return products
}

/** Of ranked products only the first is a card, the others are lines. */
function withLeanCards<Block extends { products: ProductCard[] }>(
  block: Block | null,
  is_ranked = false,
) {
  const lean = (card: ProductCard, place: number) =>
    is_ranked && place > 0 ? leanLine(card) : leanCard(card)
  return block && { ...block, products: block.products.map(lean) }
}

/** Leaves of a row what its look shows: rows that scroll sideways need little more than a screen of products. */
function leanRow(row: HomePage['rows'][number], look: 'grid' | 'row' | 'panels') {
  const size = look === 'grid' ? row.products.length : look === 'row' ? row_size : panel_size
  return {
    ...row,
    brands: look === 'panels' ? [] : row.brands.slice(0, brands_size),
    products: row.products.slice(0, size).map(look === 'panels' ? leanLine : leanCard),
  }
}

/** Removes the blur preview: its bytes do not compress, and only the first slide is worth them. */
function withoutBlur(banner: Banner): Banner {
  return { ...banner, image: { ...banner.image, blur: undefined } }
}

/**
 * Leaves of a card what makes one look closer: a gift or else its facts, so that cards are of about one height, and how
 * its price is made. The picture needs no alternative text, which the name repeats, and no blur preview.
 */
function leanCard({
  in_parts: _in_parts,
  promotion,
  thumbnail,
  ...card
}: ProductCard): ProductCard {
  return {
    ...card,
    ...(promotion === undefined ? {} : { promotion, highlights: [] }),
    thumbnail: thumbnail && { ...thumbnail, alt: '', blur: undefined },
  }
}

/** Leaves of a card what a line shows: the picture, the name and the price. */
function leanLine(card: ProductCard): ProductCard {
  const { product_id, name, url_path, price, special_price, is_in_stock } = card
  const { category_id, launch_on, thumbnail } = leanCard(card)
  const shown = { product_id, name, url_path, price, special_price, is_in_stock }
  return { ...shown, category_id, launch_on, thumbnail, highlights: [] }
}
