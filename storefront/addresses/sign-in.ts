import type { Address } from '#storefront/addresses/address.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'

/** Sign-in of members. */
export const sign_in_addresses = {
  /** The Smember popup as a page, for browsers without scripts. */
  signIn: { path: '/dang-nhap', page: 'sign-in', layout: 'default', cache: 'public' },
  /** Where the member site sends browsers back to (contract §2). It is shown only if nobody was signed in. */
  callback: { path: '/auth/callback', page: 'auth/callback', layout: 'blank', cache: 'public' },
} as const satisfies Record<string, Address>

/** Query keys of these pages (query-keys.ts). */
export const sign_in_query_keys = {
  'sign-in': ['tiep_tuc', 'ly_do'],
  'auth/callback': ['tiep_tuc', 'ly_do'],
} as const

/** Why a page asks to sign in. */
export type SignInReason = 'het-phien' | 'chua-xong' | 'ban'

/** The page that offers sign-in, and leads back to `back` afterwards. */
export function signInUrl(back: string, reason?: SignInReason): string {
  return withQuery(sign_in_addresses.signIn.path, { tiep_tuc: back, ly_do: reason })
}

/** The page that says why nobody was signed in. */
export function notSignedInUrl(back: string, reason: SignInReason): string {
  return withQuery(sign_in_addresses.callback.path, { tiep_tuc: back, ly_do: reason })
}

/** Where the member site asks whether a one-tap sign-in is of this browser. It is no page. */
export const one_tap_claim_path = '/auth/one-tap/nhan'

/** Whether an address brings the answer of the member site (contract §4): our state, with a code or an error. */
export function isSignInAnswer(url: string): boolean {
  return /[?&]state=s_[\w-]{43}(&|$)/.test(url) && /[?&](code|error)=/.test(url)
}
