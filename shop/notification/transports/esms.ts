import { z } from 'zod'
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

/** Accepted; or the same RequestId was accepted before (table of error codes). */
const accepted = new Set(['100', '124'])
/** Blocked, malformed or unknown number; network not registered: no later attempt helps. */
const permanent = new Set(['99', '108', '177'])

/**
 * Short messages by eSMS.vn (developers.esms.vn, "Send OTP/Customer care message"): SmsType 2 under a
 * registered brand name, without accents. Their RequestId makes a repeated request count once. 100
 * says that they accepted it, not that it arrived.
 */
export function esms(
  { api_key, secret_key, brandname }: EsmsSettings,
  fetchIt: typeof fetch = fetch,
): Transport {
  return {
    is_repeatable: true,
    send: async ({ outbox_id, recipient, text }) => {
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
          RequestId: `outbox-${outbox_id}`,
        }),
      })
      const answer = Answer.parse(await response.json())
      if (accepted.has(answer.CodeResult)) return
      const reason = `eSMS ${answer.CodeResult}: ${answer.ErrorMessage ?? ''}`
      throw permanent.has(answer.CodeResult) ? new Undeliverable(reason) : new RangeError(reason)
    },
  }
}
