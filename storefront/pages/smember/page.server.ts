import type { MemberOrder, MemberOverview } from '#contracts/storefront/member.ts'
import { personalPage } from '#storefront/runtime/page.ts'

export interface OverviewData {
  overview: MemberOverview
  /** The newest orders. */
  orders: MemberOrder[]
}

/** /smember: tier, progress, points and the newest orders of the member. */
export const page = personalPage<OverviewData>({
  loader: async ({ services, caller }) => {
    const [overview, { orders }] = await Promise.all([
      services.member.overview(caller, {}),
      services.member.orders(caller, { page: 1 }),
    ])
    return { overview, orders: orders.slice(0, 3) }
  },
})
