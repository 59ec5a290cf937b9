import type { MemberOverview } from '#contracts/storefront/member.ts'
import { personalPage } from '#storefront/runtime/page.ts'

export interface TiersData {
  overview: MemberOverview
}

/** /smember/hang-thanh-vien: what each tier asks and gives. */
export const page = personalPage<TiersData>({
  loader: async ({ services, caller }) => ({
    overview: await services.member.overview(caller, {}),
  }),
})
