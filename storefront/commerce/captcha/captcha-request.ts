import type { FormAnswer } from '#storefront/runtime/page.ts'

/** The captcha that a refusal with status 429 asks for. */
export interface CaptchaRequest {
  /** Site key of reCAPTCHA; null: our own captcha. */
  site_key: string | null
  /** Seconds after which the form works without a captcha. */
  retry_after: number
  /** The last response could not be verified because the provider is unavailable. */
  is_unavailable: boolean
}

export interface CaptchaProps {
  /** The response sent with the form; null until the captcha is solved. */
  response: string | null
  onSolved: (response: string | null) => void
}

/** Reads the captcha from the refusal of a form; null if none is required. */
export function captchaRequestOf(refusal: FormAnswer['refusal']): CaptchaRequest | null {
  if (refusal?.code !== 'too_many_requests') return null
  const { need_recaptcha, captcha, captcha_problem, retry_after } = refusal.data
  if (!need_recaptcha) return null
  return {
    site_key: captcha?.kind === 'recaptcha' ? captcha.site_key : null,
    retry_after,
    is_unavailable: captcha_problem === 'unavailable',
  }
}
