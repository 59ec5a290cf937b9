import { z } from 'zod'
import { boundedText } from '#platform/http/bounded-body.ts'
import { type Transport, Undeliverable } from '#shop/notification/transports/transport.ts'

interface EsmsSettings {
  api_key: string
  secret_key: string
  brandname: string
}

const address = 'https://rest.esms.vn/MainService.svc/json/SendMultipleMessage_V4_post_json/'

const Answer = z.object({
  CodeResult: z.coerce.string(),
  ErrorMessage: z.string().nullish(),
})

/** 100: accepted. 124: the same RequestId was accepted before (table of error codes). */
const accepted = new Set(['100', '124'])
/** Blocked, malformed or unknown number, or network not registered: another attempt cannot succeed. */
const permanent = new Set(['99', '108', '177'])

/**
 * Sends SMS by eSMS.vn (developers.esms.vn, "Send OTP/Customer care message"): SmsType 2 with a registered brand
 * name, without accents. Because of the RequestId a repeated request counts once. Code 100 means that eSMS
 * accepted the message, not that it arrived.
 */
export function esms(
  { api_key, secret_key, brandname }: EsmsSettings,
  fetchIt: typeof fetch = fetch,
): Transport {
  return {
    is_repeatable: true,
    send: async ({ request_id, recipient, text }) => {
      const response = await fetchIt(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
        body: JSON.stringify({
          ApiKey: api_key,
          SecretKey: secret_key,
          Brandname: brandname,
          SmsType: '2',
          IsUnicode: '0',
          Phone: recipient,
          Content: text,
          RequestId: request_id,
        }),
      })
      const answer = Answer.parse(JSON.parse(await boundedText(response, 100_000)))
      if (accepted.has(answer.CodeResult)) return
      const reason = `eSMS ${answer.CodeResult}: ${answer.ErrorMessage ?? ''}`
      throw permanent.has(answer.CodeResult) ? new Undeliverable(reason) : new RangeError(reason)
    },
  }
}
