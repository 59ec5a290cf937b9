import { staffPage } from '#admin/runtime/page.ts'
import type { LandingRow } from '#contracts/staff/offers/landing-pages.ts'

export interface LandingPagesData {
  rows: LandingRow[]
  may_change: boolean
}

/** /noi-bo/trang-khuyen-mai: all landing pages. */
export const page = staffPage<LandingPagesData>({
  needs: 'landingPages.landingPages',
  loader: ({ services, actor }) => services.landingPages.landingPages(actor, {}),
})
