import { type OutsideCall, outsideCalls } from '#platform/http/outside-call.ts'
import type { Now } from '#platform/clock.ts'
import {
  google,
  googleOneTap,
  googleProvider,
  type GoogleSettings,
} from '#shop/identity/member/providers/google.ts'
import type { Providers } from '#shop/identity/member/providers/identity-provider.ts'
import { zalo, zaloProvider } from '#shop/identity/member/providers/zalo.ts'

/** What the issuer of a demo is called with. Its routes are at the member site (decision 198). */
interface DemoIssuer {
  client_secret: string
}
const demo_client = 'tiem-demo'

interface Deps {
  google: { client_id: string; client_secret: string } | null
  zalo: { app_id: string; app_secret: string } | null
  /** Null: a live shop, which offers only what it has keys of. */
  demo: DemoIssuer | null
  member_url: string
  /** Sends requests to the member site, which may run in this process. */
  callMemberSite: typeof fetch
  call: OutsideCall
  now: Now
}

/** Opens the ways to sign in that the shop has keys of. A demo plays the others itself. */
export function openProviders(deps: Deps): Providers {
  const google_settings = googleSettings(deps)
  const zalo_provider = zaloOf(deps)
  return {
    by_name: {
      google: google_settings && googleProvider(google_settings),
      zalo: zalo_provider,
    },
    one_tap: google_settings && googleOneTap(google_settings),
    origins: [
      ...(deps.google === null ? [] : [google.issuer]),
      ...(deps.zalo === null ? [] : [new URL(zalo.permission_url).origin]),
    ],
  }
}

function googleSettings(deps: Deps): GoogleSettings | null {
  const { member_url, now, demo, callMemberSite } = deps
  const redirect_uri = `${member_url}/dang-nhap/google/xong`
  if (deps.google !== null) {
    const one_tap_page = `${member_url}/dang-nhap/mot-cham/khung`
    return { ...google, ...deps.google, redirect_uri, one_tap_page, send: fetch, now }
  }
  if (demo === null) return null
  const issuer = `${member_url}/demo-google`
  return {
    ...{ issuer, issuers: [issuer], jwks_url: `${issuer}/jwks`, algorithms: ['ES256'] },
    ...{ client_id: demo_client, client_secret: demo.client_secret, redirect_uri },
    ...{ one_tap_page: `${issuer}/one-tap`, send: callMemberSite, now },
  }
}

function zaloOf({ zalo: keys, demo, member_url, call, callMemberSite, now }: Deps) {
  const redirect_uri = `${member_url}/dang-nhap/zalo/xong`
  if (keys !== null) return zaloProvider({ ...zalo, ...keys, redirect_uri, call })
  if (demo === null) return null
  const issuer = `${member_url}/demo-zalo`
  return zaloProvider({
    ...{ permission_url: `${issuer}/v4/permission`, token_url: `${issuer}/v4/access_token` },
    ...{ profile_url: `${issuer}/v2.0/me`, redirect_uri },
    ...{ app_id: demo_client, app_secret: demo.client_secret },
    call: outsideCalls({ now, send: callMemberSite }),
  })
}
