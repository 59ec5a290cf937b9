/** Pages of the member site. */
export const paths = {
  account: '/',
  sign_in: '/dang-nhap',
  code: '/dang-nhap/ma',
  password: '/dang-nhap/mat-khau',
  reset: '/quen-mat-khau',
  reset_code: '/quen-mat-khau/ma',
  welcome: '/thong-tin',
  sign_out: '/dang-xuat',
  close: '/xoa-tai-khoan',
  sign_in_passkey: '/dang-nhap/passkey',
  sign_in_challenge: '/dang-nhap/passkey/bat-dau',
  one_tap: '/dang-nhap/mot-cham',
  one_tap_frame: '/dang-nhap/mot-cham/khung',
  one_tap_claimed: '/dang-nhap/mot-cham/tiep',
  identity_phone: '/dang-nhap/lien-ket',
  identity_code: '/dang-nhap/lien-ket/ma',
  identities: '/lien-ket',
  passkeys: '/passkey',
  passkey_challenge: '/passkey/bat-dau',
  phone: '/doi-so',
  merge: '/gop-tai-khoan',
  email_sign_in: '/dang-nhap/email',
  email: '/email',
  added: '/moi-them',
  confirm: '/xac-nhan',
  confirm_code: '/xac-nhan/ma',
} as const

/** Where a sign-in at Google or Zalo begins, and where it comes back. */
export const provider_paths = {
  google: { begin: '/dang-nhap/google', back: '/dang-nhap/google/xong' },
  zalo: { begin: '/dang-nhap/zalo', back: '/dang-nhap/zalo/xong' },
} as const

/** Addresses of the OpenID provider. Discovery has its own, fixed by the standard. */
export const oidc_paths = {
  authorization: '/oidc/auth',
  token: '/oidc/token',
  jwks: '/oidc/jwks',
  revocation: '/oidc/revoke',
  userinfo: '/oidc/me',
  end_session: '/oidc/sign-out',
} as const

const may_follow: ReadonlySet<string> = new Set([
  paths.account,
  paths.welcome,
  paths.passkeys,
  paths.phone,
  paths.merge,
  paths.identities,
  paths.close,
  paths.email,
  paths.added,
  oidc_paths.authorization,
])

/** Where to go after the sign-in: the provider or a page of this site, never elsewhere (T9). */
export function ownNext(next: string | null | undefined, member_url: string): string {
  const url = URL.parse(next ?? '', member_url)
  const is_own = url !== null && url.origin === member_url && may_follow.has(url.pathname)
  if (!is_own) return paths.account
  // A request that asks to sign in again has done so.
  if (url.searchParams.get('prompt') !== 'none') url.searchParams.delete('prompt')
  url.searchParams.delete('max_age')
  return url.pathname + url.search
}

/** A page of the sign-in that leads on to `next`. */
export function withNext(path: string, next: string): string {
  return next === paths.account ? path : `${path}?${new URLSearchParams({ next })}`
}

/** The page where a member shows once more who they are, and then goes on to `next`. */
export function confirmUrl(next: string): string {
  return `${paths.confirm}?${new URLSearchParams({ next })}`
}
