/** What asks for a captcha (contract §5, word for word). */
export const captcha_request = 'Quý khách thao tác quá nhanh, vui lòng nhấn xác thực Recaptcha!'

/** The data of the refusal `too_many_requests`, which the rate limits answer with for any operation. */
export interface TooManyRequests {
  /** True: a request with a solved captcha passes at once. */
  need_recaptcha: boolean
  /** Seconds after which the request passes without a captcha. */
  retry_after: number
  /** The captcha to show, if one helps. */
  captcha?: { kind: 'altcha' } | { kind: 'recaptcha'; site_key: string }
  /** Why the captcha in the request was not accepted. */
  captcha_problem?: 'wrong' | 'unavailable'
}
