import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { NoticesDeps } from '#shop/flows/notices/store-wish.ts'
import { endSubscription, findSubscription } from '#shop/notice/push-store.ts'
import type { WebPushSettings } from '#shop/notification/transports/web-push.ts'

interface Deps extends Pick<NoticesDeps, 'push_box' | 'push_keys'> {
  db: Database
  now: Now
  /** The e-mail of the shop: a push service may write to it. */
  contact: string
}

/** What the transport of web push works with. */
export function pushSettings({ db, now, push_box, push_keys, contact }: Deps): WebPushSettings {
  return {
    now,
    find: (recipient) => findSubscription(db, push_box, recipient),
    end: (recipient) => endSubscription(db, recipient, now()),
    keys: push_keys,
    subject: `mailto:${contact}`,
  }
}
