import type { LandingPage } from '#contracts/storefront/landing/landing.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { ShownBlock } from '#storefront/commerce/blocks/shown-blocks.ts'

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
