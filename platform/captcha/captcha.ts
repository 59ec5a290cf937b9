/** The result of checking a captcha response. */
export type CaptchaVerdict = 'passed' | 'wrong' | 'unavailable'

/** The captcha that a page must show. */
type CaptchaOffer = { kind: 'altcha' } | { kind: 'recaptcha'; site_key: string }

/** A proof that the caller is no bot, or that bots pay for each request. */
export interface Captcha {
  offer: CaptchaOffer
  /** A solved captcha passes once. A captcha that cannot be checked does not pass. */
  check: (response: string, ip: string) => Promise<CaptchaVerdict>
}

/** Records a use. Returns whether it is the first one in any process. */
export type FirstUse = (id: string, expires_at: Date) => Promise<boolean>
