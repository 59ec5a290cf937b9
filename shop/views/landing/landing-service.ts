import { landing } from '#contracts/storefront/landing/landing.ts'
import type { Database } from '#db/schema.ts'
import { cachedValue } from '#platform/cache/cached-value.ts'
import type { Now } from '#platform/clock.ts'
import { type ChangeFeed, EVERYTHING } from '#platform/database/change-feed.ts'
import type { Service } from '#pure/contract.ts'
import { withOwnCanonical } from '#shop/catalog/meta.ts'
import {
  findLandingByCode,
  findLandingByKey,
  findLandingPage,
  home_code,
  listCampaigns,
} from '#shop/content/landing/landing-store.ts'
import { phaseAt } from '#shop/content/landing/landing-schedule.ts'
import { landingNote, landingPage, withDates } from '#shop/content/landing/landing.ts'
import { findWallVouchers } from '#shop/views/landing/wall-voucher-store.ts'

const cached_ms = 30_000

interface Deps {
  db: Database
  now: Now
  /** The address of the shop: canonical addresses with it are its own. */
  public_url: string
  feed: ChangeFeed | null
}

/** Landing pages as shoppers see them (contract §2). */
export function landingService({ db, now, public_url, feed }: Deps): Service<typeof landing> {
  const home_row = cachedValue(() => findLandingByCode(db, home_code), now, cached_ms)
  const campaigns = cachedValue(() => listCampaigns(db), now, cached_ms)
  feed?.subscribe(async (tags) => {
    if (!tags.has('landing') && !tags.has(EVERYTHING)) return
    home_row.forget()
    campaigns.forget()
  })
  return {
    async page(_caller, { landing_page_id, part }) {
      const row = await findLandingPage(db, landing_page_id)
      if (!row) throw landing.page.refuse('not_found')
      return landingPage(withOwnCanonical(row, public_url), part, now())
    },
    async current() {
      const rows = await campaigns()
      return rows
        .filter((row) => phaseAt(row, now()) !== 'over')
        .map((row) => ({
          name: withDates(row.name, row),
          path: `/${row.path}`,
          layout: row.layout,
        }))
    },
    async home() {
      const row = await home_row()
      return row?.is_active ? landingPage(row, 'main', now()).blocks : []
    },
    async preview(_caller, { preview_key, at, part, is_live }) {
      const row = await findLandingByKey(db, preview_key)
      if (!row) throw landing.preview.refuse('not_found')
      const blocks = row.draft_blocks ?? row.blocks
      const shown = is_live ? row : { ...row, blocks, draft_blocks: null }
      const moment = at === undefined ? now() : new Date(at)
      return {
        ...landingPage({ ...shown, meta_index: false }, part, moment),
        note: landingNote(row, { is_live, now: now() }),
      }
    },
    vouchers: (_caller, { landing_page_id }) => findWallVouchers(db, landing_page_id, now()),
  }
}
