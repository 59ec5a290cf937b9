import type { Warranty } from '#contracts/storefront/member.ts'
import { personalPage } from '#storefront/runtime/page.ts'

export interface WarrantiesData {
  warranties: Warranty[]
}

/** /smember/bao-hanh: the devices that the member bought. */
export const page = personalPage<WarrantiesData>({
  loader: ({ services, caller }) => services.member.warranties(caller, {}),
})
