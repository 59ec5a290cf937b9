import type { HomePage, ProductCard } from '#contracts/storefront/catalog.ts'
import type { Banner, PostCard } from '#contracts/storefront/content.ts'
import { laterView } from '#web/runtime/deferred-view.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { FlashData } from '#storefront/pages/home/flash-block.tsx'
import { firstUse } from '#web/runtime/first-use.ts'

export interface HomeData {
  head: PageMeta
  home: HomePage
  slides: Banner[]
  /** The flash sale; without one `deals` takes its place. */
  flash: FlashData | null
  deals: ProductCard[]
  beside: Banner[]
  posts: PostCard[]
}

export const meta = ({ head }: HomeData): PageMeta => head

export const later = laterView<{ data: HomeData }>(
  async () => (await import('#storefront/pages/home/home-view.tsx')).HomeView,
  // Its slides go on by themselves, whether anybody does something or not.
  () => Promise.race([firstUse(), slidesTurn()]),
)

/** A little before the first slide has stood for its time (spec §9: 7 s). */
function slidesTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5_000))
}

export function Page({ data }: { data: HomeData }) {
  return <later.View data={data} />
}
