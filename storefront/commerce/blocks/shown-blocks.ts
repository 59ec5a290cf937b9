import type { HomePage, ProductCard } from '#contracts/storefront/catalog.ts'
import type { PostCard } from '#contracts/storefront/content.ts'
import type { BlockOf, LandingBlock } from '#contracts/storefront/landing/blocks.ts'
import type { WallVoucher } from '#contracts/storefront/landing/landing.ts'
import type { FlashWindow } from '#contracts/storefront/promotion.ts'
import type { RepairCard } from '#contracts/storefront/repair.ts'
import type { UsedCard } from '#contracts/storefront/trade/used.ts'

export type CategoryRow = HomePage['rows'][number]

/** What a block needs besides its words. */
interface Loaded {
  flash: { windows: FlashWindow[] }
  products: { products: ProductCard[] }
  brand: { products: ProductCard[] }
  categories: { rows: CategoryRow[] }
  posts: { posts: PostCard[]; more: string }
  vouchers: { vouchers: WallVoucher[] }
  repairs: { cards: RepairCard[] }
  used: { cards: UsedCard[] }
}

/** A block with what it shows. */
export type ShownBlock = {
  [Kind in LandingBlock['kind']]: Omit<
    BlockOf<Kind>,
    'rule' | 'codes' | 'phases' | 'categories' | 'category' | 'size'
  > &
    (Kind extends keyof Loaded ? Loaded[Kind] : unknown)
}[LandingBlock['kind']]
export type ShownOf<Kind extends LandingBlock['kind']> = Extract<ShownBlock, { kind: Kind }>
