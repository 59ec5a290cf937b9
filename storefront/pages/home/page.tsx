import type { CategoryLink, ProductCard } from '#contracts/storefront/catalog.ts'
import type { Banner } from '#contracts/storefront/content.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { FlashData } from '#storefront/pages/home/flash-block.tsx'
import type { ShownBlock } from '#storefront/commerce/blocks/shown-blocks.ts'
import type { LandingPreviewData } from '#storefront/commerce/preview/landing-preview.tsx'
import { CategoryTiles } from '#storefront/commerce/categories/category-tiles.tsx'
import { FlashBlock } from '#storefront/pages/home/flash-block.tsx'
import { Hero } from '#storefront/pages/home/hero.tsx'
import { HomeBlocks } from '#storefront/pages/home/home-blocks.tsx'
import { HomeDeals } from '#storefront/pages/home/home-deals.tsx'
import { laterPart } from '#web/runtime/later-part.tsx'

export interface HomeData {
  head: PageMeta
  is_empty: boolean
  categories: CategoryLink[]
  slides: Banner[]
  /** The flash sale; null if there is none, then `deals` is shown. */
  flash: FlashData | null
  deals: ProductCard[]
  beside: Banner[]
  blocks: ShownBlock[]
  preview?: LandingPreviewData
}

export const meta = ({ head }: HomeData): PageMeta => head

/** What shoppers never see: its scripts come with it. */
const bar = laterPart<{ preview: LandingPreviewData }>(async () => {
  const { LandingPreview } = await import('#storefront/commerce/preview/landing-preview.tsx')
  return LandingPreview
})
const empty = laterPart(async () => {
  const { EmptyShop } = await import('#storefront/commerce/categories/empty-shop.tsx')
  return EmptyShop
})

/** Loads what comes later on a first page. */
export async function prepare(): Promise<void> {
  await Promise.all([bar.prepare(), empty.prepare()])
}

/** The home page: slides, categories, the flash sale or the deals, and the blocks that staff arrange. */
export function Page({ data }: { data: HomeData }) {
  const { categories, slides, beside, flash, deals, blocks, preview } = data
  if (data.is_empty) return <empty.Part />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-3 md:gap-9 md:pt-5">
      {preview ? <bar.Part preview={preview} /> : null}
      <h1 className="sr-only">Điện thoại, laptop và phụ kiện chính hãng</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
        <Hero slides={slides} beside={beside} />
        <CategoryTiles categories={categories} label="Danh mục sản phẩm" />
      </div>
      {flash ? <FlashBlock flash={flash} /> : <HomeDeals products={deals} />}
      <HomeBlocks blocks={blocks} />
    </div>
  )
}
