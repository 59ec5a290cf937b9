import type { MemberOverview, PointEntry } from '#contracts/storefront/member.ts'
import { personalPage } from '#storefront/runtime/page.ts'

export interface PointsData {
  points: MemberOverview['points']
  point_percent: number
  entries: PointEntry[]
}

/** /smember/diem: the balance of points and how it came about. */
export const page = personalPage<PointsData>({
  loader: async ({ services, caller }) => {
    const [{ points, tier }, { entries }] = await Promise.all([
      services.member.overview(caller, {}),
      services.member.points(caller, {}),
    ])
    return { points, point_percent: tier.point_percent, entries }
  },
})
