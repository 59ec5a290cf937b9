import type { HomePage, ProductCard } from '#contracts/catalog.ts'
import type { Banner } from '#contracts/content.ts'
import { ListingQuestion } from '#contracts/search.ts'
import { publicPage } from '#storefront/page.ts'
import type { HomeData } from '#storefront/routes/home.tsx'
import { shopGraph } from '#storefront/structured-data/shop-graph.ts'

const news_size = 4
const brands_size = 6
const row_size = 6
const deals_size = 8

/** / : what the shop offers in the shopper's province, with its banners and newest articles. */
export const page = publicPage<HomeData>({
  structured: (_data, shop) => shopGraph(shop),
  tags: () => ['listing', 'content'],
  loader: async ({ services: { catalog, content, search }, province_id }) => {
    const reduced = ListingQuestion.parse({
      sort: 'discount',
      in_stock: true,
      size: deals_size,
      with_facets: false,
      province_id,
    })
    const [home, slides, beside, { products: deals }, posts] = await Promise.all([
      catalog.home(null, { province_id }),
      content.banners(null, { place: 'hero' }),
      content.banners(null, { place: 'right' }),
      search.products(null, reduced),
      content.latestPosts(null, { size: news_size }),
    ])
    return {
      home: withShortRows(home),
      slides: slides.map((slide, index) => (index === 0 ? slide : withoutBlur(slide))),
      beside: beside.map(withoutBlur),
      deals: deals.map(bare),
      posts,
    }
  },
})

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
