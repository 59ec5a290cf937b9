import { returnAddress } from '#pure/own-address.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import type { SignInData } from '#storefront/pages/sign-in/page.tsx'

/** /dang-nhap?tiep_tuc=: the Smember popup as a page. It knows nobody: who is signed in already is shown afterwards. */
export const page = publicPage<SignInData>({
  loader: async ({ url, shop }) => ({
    return_to: returnAddress(url.searchParams.get('tiep_tuc') ?? '/', shop.public_url),
    has_ended: url.searchParams.get('ly_do') === 'het-phien',
  }),
  tags: () => [],
})
