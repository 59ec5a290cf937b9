import { staff_root } from '#admin/addresses/addresses.ts'

/** Paths around the sign-in (admin/auth). Their pages have no scripts; that of passkeys has one, and no password. */
export const auth_paths = {
  sign_in: '/noi-bo/dang-nhap',
  code: '/noi-bo/ma-xac-thuc',
  passkey: '/noi-bo/passkey',
  passkey_challenge: '/noi-bo/passkey/thu-thach',
  sign_out: '/noi-bo/dang-xuat',
  invite: '/noi-bo/loi-moi',
  first_account: '/noi-bo/tai-khoan-dau-tien',
  demo_role: '/noi-bo/vai-tro-demo',
  theme: '/noi-bo/giao-dien',
} as const

/** The path of the sign-in, which leads back to `next`. */
export function signInPath(next: string | null): string {
  return next === null || next === staff_root
    ? auth_paths.sign_in
    : `${auth_paths.sign_in}?next=${encodeURIComponent(next)}`
}

/** The path where the code of an authenticator app is typed, which leads to `next`. */
export function codePath(next: string): string {
  return next === staff_root
    ? auth_paths.code
    : `${auth_paths.code}?next=${encodeURIComponent(next)}`
}

/** The path of the page of passkeys, which leads to `next`; step 2 comes after the password. */
export function passkeyPath(next: string, step: 1 | 2 = 1): string {
  const query = new URLSearchParams({
    ...(step === 2 ? { buoc: '2' } : {}),
    ...(next === staff_root || next === '' ? {} : { next }),
  })
  return query.size === 0 ? auth_paths.passkey : `${auth_paths.passkey}?${query}`
}
