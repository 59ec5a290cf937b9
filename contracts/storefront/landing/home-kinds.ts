import type { LandingBlock } from '#contracts/storefront/landing/blocks.ts'

/** Blocks that the home page shows. Slides, categories and the flash sale stand above them. */
export const home_kinds: readonly LandingBlock['kind'][] = [
  ...(['products', 'tiles', 'brand', 'categories', 'posts'] as const),
]
