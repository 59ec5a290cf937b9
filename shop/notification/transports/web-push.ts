import type { Now } from '#platform/clock.ts'
import {
  encryptPush,
  isPushService,
  pushAuthorization,
  type PushKeys,
  type PushSubscription,
} from '#platform/push/push-message.ts'
import { type Transport, Undeliverable } from '#shop/notification/transports/transport.ts'

export interface WebPushSettings {
  now: Now
  /** The subscription of a recipient; null: it has ended. */
  find: (recipient: string) => Promise<PushSubscription | null>
  /** Forgets a browser that no longer wants messages. */
  end: (recipient: string) => Promise<void>
  keys: PushKeys
  /** Whom a push service may ask about these messages: mailto:… */
  subject: string
}

const wait_ms = 10_000
/** A push service forgets a message that its browser did not fetch for a day. */
const life_s = 86_400
/** The browser is gone, or has withdrawn its permission. */
const ended = new Set([404, 410])

/**
 * Sends messages to browsers (RFC 8030). The topic lets a push service and the browser show a repeated message once. A
 * subscription that has ended is deleted.
 */
export function webPush(
  { now, find, end, keys, subject }: WebPushSettings,
  fetchIt: typeof fetch = fetch,
): Transport {
  return {
    is_repeatable: true,
    send: async ({ request_id, recipient, subject: title, text, open_url, stop_url }) => {
      const subscription = await find(recipient)
      if (subscription === null || !isPushService(subscription.endpoint)) {
        throw new Undeliverable('the browser has no subscription any more')
      }
      const topic = request_id.replaceAll('-', '').slice(0, 32)
      const message = { title: title ?? '', body: text, url: open_url, stop: stop_url, tag: topic }
      const response = await fetchIt(subscription.endpoint, {
        method: 'POST',
        headers: {
          authorization: pushAuthorization(subscription.endpoint, keys, subject, now()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(life_s),
          topic,
          urgency: 'normal',
        },
        body: encryptPush(JSON.stringify(message), subscription),
        redirect: 'error',
        signal: AbortSignal.timeout(wait_ms),
      })
      await response.body?.cancel()
      if (response.ok) return
      if (!ended.has(response.status)) throw new RangeError(`web push ${response.status}`)
      await end(recipient)
      throw new Undeliverable(`web push ${response.status}: the subscription has ended`)
    },
  }
}
