import type { LandingPage } from '#contracts/storefront/landing/landing.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { LandingPreviewData } from '#storefront/commerce/preview/landing-preview.tsx'
import type { ShownBlock } from '#storefront/commerce/blocks/shown-blocks.ts'

export interface LandingData {
  head: PageMeta
  page: Omit<LandingPage, 'blocks' | 'meta'>
  blocks: ShownBlock[]
  preview?: LandingPreviewData
}
