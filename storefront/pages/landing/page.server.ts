import type { LandingBlock } from '#contracts/storefront/landing/blocks.ts'
import { type LandingPage, LandingPart } from '#contracts/storefront/landing/landing.ts'
import { vietnamClock, vietnamInstant } from '#pure/vietnam-time.ts'
import {
  type Detour,
  notFound,
  type PublicContext,
  publicPage,
  showPage,
} from '#storefront/runtime/page.ts'
import type { LandingData } from '#storefront/pages/landing/landing-data.ts'
import type { ShownBlock, ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import {
  postsBlock,
  categoriesBlock,
  type Stored,
  withProducts,
} from '#storefront/commerce/blocks/load-blocks.ts'
import type { LandingPreviewData } from '#storefront/commerce/preview/landing-preview.tsx'
import type { HomeData } from '#storefront/pages/home/page.tsx'
import { loadHome } from '#storefront/pages/home/page.server.ts'
import { landingGraph } from '#storefront/pages/landing/landing-graph.ts'
import { catalogMeta } from '#storefront/seo/catalog-meta.ts'

/** Landing pages have root slugs: this page is only shown by the page `slug`. */
export const page = publicPage<LandingData>({
  loader: () => Promise.resolve(notFound),
  structured: (data, shop) => landingGraph(data, shop),
  tags: ({ blocks }) => [
    'landing',
    ...new Set(blocks.flatMap(({ kind }) => block_tags[kind] ?? [])),
  ],
})

/** What a block is made of besides its page. */
const block_tags: Partial<Record<LandingBlock['kind'], readonly string[]>> = {
  flash: ['listing'],
  products: ['listing'],
  brand: ['listing'],
  categories: ['listing'],
  posts: ['content'],
  vouchers: ['listing'],
  repairs: ['repair'],
  used: ['used', 'locations'],
}

/** Loads what an address of a landing page shows now, in its layout. */
export async function loadLanding(
  landing_page_id: number,
  part: LandingPart,
  context: PublicContext,
): Promise<Detour> {
  const found = await context.services.landing.page(null, { landing_page_id, part })
  const data = await landingData(found, context)
  return showPage('landing', data, found.layout)
}

/** The first part of the path of a preview; the rest is its secret. */
export const preview_prefix = 'xem-truoc/'

/**
 * Shows a page to whoever has its secret link: at a moment (`luc`), in a province (`tinh`), its draft or not (`nhap`).
 */
export async function loadPreview(preview_key: string, context: PublicContext): Promise<Detour> {
  const { url, services, now } = context
  if (!/^[0-9a-f]{64}$/.test(preview_key)) return notFound
  const at = localTime(url.searchParams.get('luc')) ?? now
  const part = LandingPart.safeParse(url.searchParams.get('phan'))
  const is_live = url.searchParams.get('nhap') === '0'
  const { note, ...found } = await services.landing.preview(null, {
    ...{ preview_key, at: at.toISOString(), part: part.data ?? 'main', is_live },
  })
  const wanted = Number(url.searchParams.get('tinh'))
  const provinces = await services.locations.provinces(null, {})
  const province = provinces.find(({ province_id }) => province_id === wanted)
  const province_id = province?.province_id ?? context.province_id
  const there = { ...context, province_id }
  // The home page has no address of its own among the landing pages.
  const is_home = found.main_path === '/'
  const preview: LandingPreviewData = {
    ...{ note, at: vietnamClock(at).slice(0, 16), province_id, is_live },
    provinces: provinces.map(({ province_id: id, name }) => ({ province_id: id, name })),
    part: is_home ? null : found.part,
  }
  if (is_home) {
    const home = await loadHome(there, found.blocks)
    const head = { ...home.head, robots: 'noindex, nofollow' }
    return showPage('home', { ...home, head, preview } satisfies HomeData)
  }
  const data = await landingData(found, there)
  return showPage('landing', { ...data, preview } satisfies LandingData, found.layout)
}

/** 2026-11-27T00:00 of Vietnam; null: no such time. */
function localTime(text: string | null): Date | null {
  const [, day = '', time = ''] = /^(20\d\d-\d\d-\d\d)T(\d\d:\d\d)$/.exec(text ?? '') ?? []
  const instant = vietnamInstant(day, time)
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** Loads the contents of the blocks of a page. A block without any is left out. */
async function landingData(
  { blocks, meta, ...page }: LandingPage,
  context: PublicContext,
): Promise<LandingData> {
  const shown = await Promise.all(blocks.map((block) => shownBlock(block, page, context)))
  return {
    head: catalogMeta(meta),
    page,
    blocks: shown.filter((block) => block !== null),
  }
}

type Head = LandingData['page']

async function shownBlock(
  { phases: _phases, ...block }: LandingBlock,
  page: Head,
  context: PublicContext,
): Promise<ShownBlock | null> {
  const { services, province_id } = context
  switch (block.kind) {
    case 'flash':
      return flashBlock(block, context)
    case 'products':
      return withProducts(block, context)
    case 'brand':
      return withProducts(block, context)
    case 'categories':
      return categoriesBlock(block, await services.catalog.home(null, { province_id }))
    case 'posts':
      return postsBlock(block, context)
    case 'vouchers':
      return vouchersBlock(block, page, context)
    case 'repairs':
      return repairsBlock(block, context)
    case 'used':
      return usedBlock(block, context)
    default:
      return block
  }
}

/** The window that runs and those that come, each with its items. */
async function flashBlock(
  block: Stored<'flash'>,
  { services, province_id }: PublicContext,
): Promise<ShownOf<'flash'> | null> {
  const { windows } = await services.promotion.flashSales(null, { province_id })
  const open = windows.filter(({ state, items }) => state !== 'ended' && items.length > 0)
  return open.length === 0 ? null : { ...block, windows: open.slice(0, max_windows) }
}

const max_windows = 3

async function vouchersBlock(
  { codes, ...block }: Stored<'vouchers'>,
  { landing_page_id }: Head,
  { services }: PublicContext,
): Promise<ShownOf<'vouchers'> | null> {
  const all = await services.landing.vouchers(null, { landing_page_id })
  const vouchers = all.filter(({ code }) => codes.includes(code))
  return vouchers.length === 0 ? null : { ...block, vouchers }
}

async function repairsBlock(
  block: Stored<'repairs'>,
  { services }: PublicContext,
): Promise<ShownOf<'repairs'> | null> {
  const { device_kind, part_codes, brand, size } = block
  const { services: all } = await services.repair.services(null, { device_kind })
  const cards = all.filter(
    ({ part_code, brand_name }) =>
      part_codes.includes(part_code) && (brand === '' || brand === brand_name),
  )
  return cards.length === 0 ? null : { ...block, cards: cards.slice(0, size) }
}

async function usedBlock(
  block: Stored<'used'>,
  { services, province_id }: PublicContext,
): Promise<ShownOf<'used'> | null> {
  const { device_kind, max_price, sort, size } = block
  const { cards } = await services.used.list(null, {
    kind: device_kind === '' ? undefined : device_kind,
    max_price: max_price ?? undefined,
    ...{ grades: [], q: '', sort, page: 1, size, province_id },
  })
  return cards.length === 0 ? null : { ...block, cards }
}
