import type { Services } from '#contracts/all.ts'
import {
  ads_cookies,
  consent_cookie,
  consent_max_age_s,
  type ConsentPurpose,
  consent_purposes,
  consentValue,
} from '#pure/formats/consent.ts'
import { Refusal } from '#pure/contract.ts'
import { cookieLine } from '#pure/cookies.ts'
import { returnAddress } from '#pure/own-address.ts'
import type { TooManyRequests } from '#pure/too-many-requests.ts'
import { busyPage } from '#storefront/runtime/busy-answer.ts'
import type { Visitor } from '#storefront/runtime/sign-in/visitor.ts'
import { wantsData } from '#web/runtime/wants-data.ts'

interface ConsentOptions {
  services: Services
  public_url: string
  secure: boolean
  visitor: Visitor
}

/**
 * POST /dong-y: the form of the banner and of /quyen-rieng-tu. Records the choice, stores it in a cookie and goes back
 * to the page that was read. A refusal counts even if it cannot be recorded now; an agreement needs its proof.
 */
export async function chooseConsent(request: Request, options: ConsentOptions): Promise<Response> {
  const form = await request.formData().catch(() => null)
  if (form === null) return new Response('Đây không phải là biểu mẫu.', { status: 400 })
  const { services, public_url, secure, visitor } = options
  const granted = grantedIn(form)
  const place = form.get('place') === 'page' ? ('page' as const) : ('banner' as const)
  const back = returnAddress(String(form.get('return_to') ?? pageOf(request)), public_url)
  try {
    await services.consent.chooseConsents(await visitor.caller(), { granted, place })
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 429) throw error
    const retry_after_s = (error.data as TooManyRequests | null)?.retry_after ?? 60
    if (granted.length > 0) return busyPage({ status: 429, retry_after_s, back })
  }
  const headers = new Headers({ 'cache-control': 'no-store' })
  const options_of_cookie = { max_age: consent_max_age_s, http_only: false, secure }
  headers.append('set-cookie', cookieLine(consent_cookie, consentValue(granted), options_of_cookie))
  if (!granted.includes('ads')) {
    for (const name of ads_cookies) {
      headers.append('set-cookie', cookieLine(name, '', { ...options_of_cookie, max_age: 0 }))
    }
  }
  for (const cookie of visitor.cookies) headers.append('set-cookie', cookie)
  if (wantsData(request.headers.get('accept'))) {
    return new Response(null, { status: 204, headers })
  }
  headers.set('location', back)
  return new Response(null, { status: 303, headers })
}

/** The path of the page that was read. The cached banner cannot name it. */
function pageOf(request: Request): string {
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return '/'
  const { pathname, search } = new URL(referer)
  return pathname + search
}

/** The banner sends all or nothing; the page sends each purpose that is ticked. */
function grantedIn(form: FormData): ConsentPurpose[] {
  if (form.get('choice') === 'all') return [...consent_purposes]
  if (form.get('choice') === 'none') return []
  return consent_purposes.filter((purpose) => form.getAll('purpose').includes(purpose))
}
