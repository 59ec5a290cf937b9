import { z } from 'zod'
import type { NoticeChannel } from '#contracts/storefront/notices.ts'
import type { Database } from '#db/schema.ts'
import { priceOf } from '#shop/flows/notices/item-price.ts'
import { isOver } from '#shop/notice/notice.ts'
import { findNotice, waitAgain } from '#shop/notice/notice-store.ts'
import type { NoticeTemplate } from '#shop/notification/outbox.ts'
import { noticeConfirmMail, noticeMail } from '#shop/notification/templates/notice-mail.ts'
import { noticePush } from '#shop/notification/templates/notice-push.ts'
import { noticeSms } from '#shop/notification/templates/notice-sms.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

interface Deps {
  db: Database
  now: () => Date
  sender: Sender
}

const NoticeFacts = z.object({ product_notice_id: z.int(), told_count: z.int().default(0) })

/**
 * Returns the message about a wish to hear of an item. Null: it was stopped, or the event is over (sold out again, no
 * longer cheaper). In the last case the message is withdrawn and the wish waits for the next event.
 */
export async function renderNotice(
  { db, now, sender }: Deps,
  template: NoticeTemplate,
  facts: unknown,
): Promise<(RenderedMessage & { secrets: string[] }) | null> {
  const { product_notice_id, told_count } = NoticeFacts.parse(facts)
  const notice = await findNotice(db, { product_notice_id })
  if (notice === null) return null
  const secrets = [notice.secret]
  if (template === 'notice_confirm') {
    return notice.state === 'unconfirmed' ? { ...noticeConfirmMail(notice, sender), secrets } : null
  }
  if (notice.state !== 'sent' || notice.told_count !== told_count) return null
  const price = await priceOf(db, notice.item.item_id, notice, now())
  if (isOver(notice, price)) {
    await waitAgain(db, notice)
    return null
  }
  const told = { ...notice, item: { ...notice.item, price } }
  return { ...rendererOf(notice.channel)(told, sender), secrets }
}

function rendererOf(channel: NoticeChannel) {
  switch (channel) {
    case 'email':
      return noticeMail
    case 'sms':
      return noticeSms
    case 'push':
      return noticePush
  }
}
