import type { HomePage, ProductCard } from '#contracts/storefront/catalog.ts'
import type { Banner } from '#contracts/storefront/content.ts'
import type { FlashWindow } from '#contracts/storefront/promotion.ts'
import { ListingQuestion } from '#contracts/storefront/search.ts'
import { flash_key } from '#storefront/addresses/addresses.ts'
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
/** Of three days of windows, as many as fit on a desk without sweeping. */
const most_tabs = 8

/** / : what the shop offers in the shopper's province, with its banners and newest articles. */
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
      flash ? [] : reducedMost(context),
      content.latestPosts(null, { size: news_size }),
    ])
    return {
      head: headOf(context.shop),
      home: withShortRows(home),
      slides: slides.map((slide, index) => (index === 0 ? slide : withoutBlur(slide))),
      beside: beside.map(withoutBlur),
      flash,
      deals: deals.map(bare),
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

/** The window that the address names, else the one that runs, else the next; null without any. */
async function flashOf({ services, province_id, url }: PublicContext): Promise<FlashData | null> {
  const { windows } = await services.promotion.flashSales(null, { province_id })
  const told = windows.filter(({ items, state }) => items.length > 0 && state !== 'ended')
  const wanted = url.searchParams.get(flash_key)
  const shown =
    told.find(({ flash_sale_id }) => String(flash_sale_id) === wanted) ??
    told.find(({ state }) => state === 'running') ??
    told[0]
  if (!shown) return null
  const tabs = told.slice(0, most_tabs).map(({ items: _items, ...tab }) => tab)
  return { tabs, shown: { ...shown, items: shown.items.map(bareItem) } }
}

function bareItem(item: FlashWindow['items'][number]): FlashWindow['items'][number] {
  return { ...item, card: bare(item.card) }
}

/** What fills the place where no flash sale is told of. */
async function reducedMost({ services, province_id }: PublicContext): Promise<ProductCard[]> {
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

/** All rows but the first are swept: a little more than a screen of them is enough to choose by. */
function withShortRows(home: HomePage): HomePage {
  const rows = home.rows.map((row, index) => ({
    ...row,
    brands: row.brands.slice(0, brands_size),
    products: (index === 0 ? row.products : row.products.slice(0, row_size)).map(bare),
  }))
  return { ...home, rows }
}

/** Only the first slide is waited for; a blur is bytes that nothing packs. */
function withoutBlur(banner: Banner): Banner {
  return { ...banner, image: { ...banner.image, blur: undefined } }
}

/** Beside its name a card's picture says nothing of its own. */
function bare(card: ProductCard): ProductCard {
  return card.thumbnail === null
    ? card
    : { ...card, thumbnail: { ...card.thumbnail, alt: '', blur: undefined } }
}
