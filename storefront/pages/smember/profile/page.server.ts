import type { MemberOverview } from '#contracts/storefront/member.ts'
import { personalPage } from '#storefront/runtime/page.ts'

export interface ProfileData {
  overview: Pick<MemberOverview, 'name' | 'phone'>
}

/** /smember/tai-khoan: who the member is, and their data. */
export const page = personalPage<ProfileData>({
  loader: async ({ services, caller }) => {
    const { name, phone } = await services.member.overview(caller, {})
    return { overview: { name, phone } }
  },
})
