import type { HomePage, ProductCard } from '#contracts/storefront/catalog.ts'
import type { Banner } from '#contracts/storefront/content.ts'
import type { FlashWindow } from '#contracts/storefront/promotion.ts'
import { ListingQuestion } from '#contracts/storefront/search.ts'
import { flash_key } from '#storefront/addresses/content.ts'
import {
  type PageMeta,
  type PublicContext,
  publicPage,
  type ShopIdentity,
} from '#storefront/runtime/page.ts'
import type { HomeData } from '#storefront/pages/home/page.tsx'
import type { FlashData } from '#storefront/pages/home/flash-block.tsx'
import { shopGraph } from '#storefront/seo/structured-data/shop-graph.ts'

const news_size = 4
const brands_size = 6
const row_size = 6
const deals_size = 8
/** The windows of three days; this many fit on a desktop without scrolling. */
const max_tabs = 8

/** / : products of the shopper's province, the flash sale, banners and the newest articles. */
export const page = publicPage<HomeData>({
  structured: (_data, shop) => shopGraph(shop),
  tags: () => ['listing', 'content'],
  loader: async (context) => {
    const { catalog, content } = context.services
    const { province_id } = context
    const flash = await flashOf(context)
    const [home, slides, beside, deals, posts] = await Promise.all([
      catalog.home(null, { province_id }),
      content.banners(null, { place: 'hero' }),
      content.banners(null, { place: 'right' }),
      flash ? [] : loadDeals(context),
      content.latestPosts(null, { size: news_size }),
    ])
    return {
      head: headOf(context.shop),
      home: withShortRows(home),
      slides: slides.map((slide, index) => (index === 0 ? slide : withoutBlur(slide))),
      beside: beside.map(withoutBlur),
      flash,
      deals: deals.map(leanCard),
      posts,
    }
  },
})

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

/** The card's own flash data are those of the item. */
function leanItem(item: FlashWindow['items'][number]): FlashWindow['items'][number] {
  const { flash: _flash, ...card } = leanCard(item.card)
  return { ...item, card }
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

/** Shortens all rows but the first: they scroll sideways and need little more than a screen of products. */
function withShortRows(home: HomePage): HomePage {
  const rows = home.rows.map((row, index) => ({
    ...row,
    brands: row.brands.slice(0, brands_size),
    products: (index === 0 ? row.products : row.products.slice(0, row_size)).map(leanCard),
  }))
  return { ...home, rows }
}

/** Removes the blur preview: its bytes do not compress, and only the first slide is worth them. */
function withoutBlur(banner: Banner): Banner {
  return { ...banner, image: { ...banner.image, blur: undefined } }
}

/** Removes the picture's alternative text, which the card's name repeats, and its blur preview. */
function leanCard(card: ProductCard): ProductCard {
  return card.thumbnail === null
    ? card
    : { ...card, thumbnail: { ...card.thumbnail, alt: '', blur: undefined } }
}
