import type { MemberVoucher } from '#contracts/storefront/member.ts'
import { personalPage } from '#storefront/runtime/page.ts'

export interface VouchersData {
  vouchers: MemberVoucher[]
}

/** /smember/uu-dai: the vouchers that the member may use now. */
export const page = personalPage<VouchersData>({
  loader: ({ services, caller }) => services.member.vouchers(caller, {}),
})
