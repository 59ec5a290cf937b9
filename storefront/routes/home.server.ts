import { publicPage } from '#storefront/page.ts'
import type { HomeData } from '#storefront/routes/home.tsx'
import { shopGraph } from '#storefront/structured-data/shop-graph.ts'

const news_size = 4

/** / : what the shop offers in the shopper's province, with its banners and newest articles. */
export const page = publicPage<HomeData>({
  structured: (_data, shop) => shopGraph(shop),
  loader: async ({ services: { catalog, content }, province_id }) => {
    const [home, slides, beside, posts] = await Promise.all([
      catalog.home(null, { province_id }),
      content.banners(null, { place: 'hero' }),
      content.banners(null, { place: 'right' }),
      content.latestPosts(null, { size: news_size }),
    ])
    return { home, slides, beside, posts }
  },
})
