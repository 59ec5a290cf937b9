/** What the refusal `too_many_requests` tells: the limits answer with it, whatever was asked for. */
export interface TooManyRequests {
  /** A solved captcha, sent along, lets it through at once. */
  need_recaptcha: boolean
  /** Seconds after which it works without. */
  retry_after: number
  /** Which captcha to show, where one helps. */
  captcha?: { kind: 'altcha' } | { kind: 'recaptcha'; site_key: string }
  /** Why the captcha that was sent along did not count. */
  captcha_problem?: 'wrong' | 'unavailable'
}
