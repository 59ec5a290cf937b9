/** What became of a captcha that somebody sent along. */
export type CaptchaVerdict = 'passed' | 'wrong' | 'unavailable'

/** Which captcha a page is to show. */
export type CaptchaOffer = { kind: 'altcha' } | { kind: 'recaptcha'; site_key: string }

/** A proof that somebody is no machine, or at least that machines pay for it. */
export interface Captcha {
  offer: CaptchaOffer
  /** Each solved captcha passes once. What cannot be checked does not pass. */
  check: (response: string, ip: string) => Promise<CaptchaVerdict>
}

/** Tells whether this is the first time that it is shown, whichever process asks. */
export type FirstUse = (id: string, expires_at: Date) => Promise<boolean>
