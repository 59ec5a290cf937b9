import type { FormAnswer } from '#storefront/runtime/page.ts'

/** What a 429 says about the way on. */
export interface AskedCaptcha {
  /** Google's; null: our own. */
  site_key: string | null
  /** Seconds after which it works without. */
  retry_after: number
  /** The last proof could not be checked, through no fault of the shopper. */
  is_unavailable: boolean
}

export interface CaptchaProps {
  /** What goes along with the form; null until it is solved. */
  response: string | null
  onSolved: (response: string | null) => void
}

/** Reads the refusal of a form; null where no captcha is asked for. */
export function askedCaptcha(refusal: FormAnswer['refusal']): AskedCaptcha | null {
  if (refusal?.code !== 'too_many_requests') return null
  const { need_recaptcha, captcha, captcha_problem, retry_after } = refusal.data
  if (!need_recaptcha) return null
  return {
    site_key: captcha?.kind === 'recaptcha' ? captcha.site_key : null,
    retry_after,
    is_unavailable: captcha_problem === 'unavailable',
  }
}
