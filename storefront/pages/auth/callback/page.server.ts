import { returnAddress } from '#pure/own-address.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import type { NotSignedInData } from '#storefront/pages/auth/callback/page.tsx'

/** /auth/callback: shown if the member site signed nobody in (contract §2). */
export const page = publicPage<NotSignedInData>({
  loader: async ({ url, shop }) => ({
    return_to: returnAddress(url.searchParams.get('tiep_tuc') ?? '/', shop.public_url),
    is_busy: url.searchParams.get('ly_do') === 'ban',
  }),
  tags: () => [],
})
