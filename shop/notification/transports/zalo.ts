import { z } from 'zod'
import type { OutsideCall } from '#platform/http/outside-call.ts'
import { type Transport, Undeliverable } from '#shop/notification/transports/transport.ts'
import type { ZaloTokens } from '#shop/notification/transports/zalo-tokens.ts'

interface ZaloDeps {
  tokens: ZaloTokens
  call: OutsideCall
  /** A template of the kind OTP, with the one parameter `otp`. */
  template_id: string
}

const address = 'https://business.openapi.zalo.me/message/template'
const token_refused = -124

const Answer = z.object({ error: z.coerce.number().int(), message: z.string().nullish() })

/**
 * Sends one-time passwords and approved offers by Zalo (developers.zalo.me, "Gửi ZBS Template Message", until 2025
 * ZNS). The status is 200 also when Zalo says no: `error` decides. Every no to a code is a reason to send a short
 * message instead, so the codes are told apart in words only (-108 no such phone, -110 and -114 cannot receive, -115 no
 * credit, -118 no account at Zalo).
 */
export function zalo({ tokens, call, template_id }: ZaloDeps): Transport {
  const post = async (access_token: string, { request_id, recipient, template }: Sent) => {
    const { body } = await call({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/json', access_token },
      body: JSON.stringify({
        phone: recipient.replace(/^0/, '84'),
        template_id: template.template_id,
        template_data: template.data,
        tracking_id: request_id.slice(0, 48),
      }),
    })
    return Answer.parse(JSON.parse(body))
  }
  return {
    // The same tracking_id twice is two messages.
    is_repeatable: false,
    send: async ({ request_id, recipient, code, zalo: other }) => {
      const own = code === undefined ? undefined : { template_id, data: { otp: code } }
      const template = other ?? own
      if (template === undefined) throw new RangeError('Zalo has no template for this message')
      const sent = { request_id, recipient, template }
      const access_token = await tokens.access()
      let answer = await post(access_token, sent)
      if (answer.error === token_refused) {
        answer = await post(await tokens.access(access_token), sent)
      }
      if (answer.error !== 0) throw refused(answer.error, answer.message ?? '')
    },
  }
}

interface Sent {
  request_id: string
  recipient: string
  template: { template_id: string; data: Record<string, string> }
}

function refused(error: number, message: string): Undeliverable {
  return new Undeliverable(`Zalo ${error}: ${message}`)
}

/** Zalo of a demo shop: nothing is sent. Phones that end in 0 have no Zalo, so that the way back to SMS can be seen. */
export const demoZalo: Transport = {
  is_local: true,
  is_repeatable: false,
  send: async ({ recipient }) => {
    if (recipient.endsWith('0')) throw refused(-118, 'Zalo account not existed')
  },
}
