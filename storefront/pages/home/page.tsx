import type { HomePage, ProductCard } from '#contracts/storefront/catalog.ts'
import type { Banner, PostCard } from '#contracts/storefront/content.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { FlashData } from '#storefront/pages/home/flash-block.tsx'
import { CategoryTiles } from '#storefront/commerce/categories/category-tiles.tsx'
import { EmptyShop } from '#storefront/commerce/categories/empty-shop.tsx'
import { FlashBlock } from '#storefront/pages/home/flash-block.tsx'
import { Hero } from '#storefront/pages/home/hero.tsx'
import { HomeDeals } from '#storefront/pages/home/home-deals.tsx'
import { HomeNews } from '#storefront/pages/home/home-news.tsx'
import { HomeRow } from '#storefront/pages/home/home-row.tsx'
import { RecentlyViewed } from '#storefront/commerce/recently-viewed/recently-viewed.tsx'

export interface HomeData {
  head: PageMeta
  home: HomePage
  slides: Banner[]
  /** The flash sale; null if there is none, then `deals` is shown. */
  flash: FlashData | null
  deals: ProductCard[]
  beside: Banner[]
  posts: PostCard[]
}

export const meta = ({ head }: HomeData): PageMeta => head

/** The home page: slides, categories, the flash sale or the deals, a row per category, recently viewed, news. */
export function Page({ data: { home, slides, beside, flash, deals, posts } }: { data: HomeData }) {
  if (home.is_empty) return <EmptyShop />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-3 md:gap-9 md:pt-5">
      <h1 className="sr-only">Điện thoại, laptop và phụ kiện chính hãng</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
        <Hero slides={slides} beside={beside} />
        <CategoryTiles categories={home.categories} label="Danh mục sản phẩm" />
      </div>
      {flash ? <FlashBlock flash={flash} /> : <HomeDeals products={deals} />}
      {home.rows.map((row, index) => (
        <HomeRow key={row.path} row={row} is_first={index === 0} />
      ))}
      <RecentlyViewed />
      <HomeNews posts={posts} />
    </div>
  )
}
