import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { BlockOf, LandingBlock } from '#contracts/storefront/landing/blocks.ts'
import type { LandingPage, WallVoucher } from '#contracts/storefront/landing/landing.ts'
import type { FlashWindow } from '#contracts/storefront/promotion.ts'
import type { RepairCard } from '#contracts/storefront/repair.ts'
import type { UsedCard } from '#contracts/storefront/trade/used.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'

/** What a block needs besides its words. */
interface Loaded {
  flash: { windows: FlashWindow[] }
  products: { products: ProductCard[] }
  vouchers: { vouchers: WallVoucher[] }
  repairs: { cards: RepairCard[] }
  used: { cards: UsedCard[] }
}

/** A block with what it shows. */
export type ShownBlock = {
  [Kind in LandingBlock['kind']]: Omit<BlockOf<Kind>, 'rule' | 'codes' | 'phases'> &
    (Kind extends keyof Loaded ? Loaded[Kind] : unknown)
}[LandingBlock['kind']]
export type ShownOf<Kind extends LandingBlock['kind']> = Extract<ShownBlock, { kind: Kind }>

export interface LandingData {
  head: PageMeta
  page: Omit<LandingPage, 'blocks' | 'meta'>
  blocks: ShownBlock[]
  /** Only in a preview: the moment and place that it shows. */
  preview?: {
    /** YYYY-MM-DDTHH:MM of Vietnam */
    at: string
    province_id: number
    provinces: { province_id: number; name: string }[]
    is_live: boolean
    part: LandingPage['part']
  }
}
