import type { HomePage, ProductCard } from '#contracts/catalog.ts'
import type { Banner, PostCard } from '#contracts/content.ts'
import type { PageMeta, ShopIdentity } from '#storefront/page.ts'
import { CategoryTiles } from '#storefront/widgets/category-tiles.tsx'
import { EmptyShop } from '#storefront/widgets/empty-shop.tsx'
import { Hero } from '#storefront/widgets/hero.tsx'
import { HomeDeals } from '#storefront/widgets/home-deals.tsx'
import { HomeRow } from '#storefront/widgets/home-row.tsx'
import { HomeNews } from '#storefront/widgets/home-news.tsx'
import { RecentlyViewed } from '#storefront/widgets/recently-viewed/recently-viewed.tsx'

export interface HomeData {
  home: HomePage
  slides: Banner[]
  deals: ProductCard[]
  beside: Banner[]
  posts: PostCard[]
}

export function meta(_data: HomeData, shop: ShopIdentity): PageMeta {
  return {
    title: `${shop.name}: điện thoại, laptop, phụ kiện chính hãng`,
    description: `Mua điện thoại, laptop, máy tính bảng, đồng hồ và phụ kiện chính hãng tại ${shop.name}: giá đã gồm VAT, giao nhanh từ 2 giờ hoặc nhận tại cửa hàng.`,
    keywords:
      'điện thoại, laptop, máy tính bảng, tai nghe, đồng hồ thông minh, phụ kiện chính hãng',
    canonical_path: '/',
  }
}

/** The front of the shop: slides, categories, what is reduced most, a row of goods per category, what was seen, news. */
export function Page({ data: { home, slides, beside, deals, posts } }: { data: HomeData }) {
  if (home.is_empty) return <EmptyShop />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-3 md:gap-9 md:pt-5">
      <h1 className="sr-only">Điện thoại, laptop và phụ kiện chính hãng</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
        <Hero slides={slides} beside={beside} />
        <CategoryTiles categories={home.categories} label="Danh mục sản phẩm" />
      </div>
      <HomeDeals products={deals} />
      {home.rows.map((row, index) => (
        <HomeRow key={row.path} row={row} is_first={index === 0} />
      ))}
      <RecentlyViewed />
      <HomeNews posts={posts} />
    </div>
  )
}
