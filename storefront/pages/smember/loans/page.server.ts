import type { Application } from '#contracts/storefront/trade/application.ts'
import { personalPage } from '#storefront/runtime/page.ts'

export interface MemberLoansData {
  applications: Application[]
}

/** /smember/tra-gop: the applications of a member. */
export const page = personalPage<MemberLoansData>({
  loader: async ({ services, caller }) => ({
    applications: await services.application.listApplications(caller, {}),
  }),
})
