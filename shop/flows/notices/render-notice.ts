import { z } from 'zod'
import type { NoticeChannel } from '#contracts/storefront/notices.ts'
import type { Database } from '#db/schema.ts'
import { priceOf } from '#shop/flows/notices/item-price.ts'
import { hasBegun, isOver } from '#shop/notice/notice.ts'
import { findNotice, type StartNotice, waitAgain } from '#shop/notice/notice-store.ts'
import { findStart } from '#shop/notice/start-store.ts'
import { notice_templates, type NoticeTemplate, type Template } from '#shop/notification/outbox.ts'
import { noticeConfirmMail, noticeMail } from '#shop/notification/templates/notice-mail.ts'
import { noticePush } from '#shop/notification/templates/notice-push.ts'
import { noticeSms } from '#shop/notification/templates/notice-sms.ts'
import {
  startConfirmMail,
  startMail,
  startPush,
  startSms,
} from '#shop/notification/templates/start-notice.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

interface Deps {
  db: Database
  now: () => Date
  sender: Sender
}

export function isNoticeTemplate(template: Template): template is NoticeTemplate {
  return notice_templates.some((known) => known === template)
}

const NoticeFacts = z.object({ product_notice_id: z.int(), told_count: z.int().default(0) })

/**
 * Returns the message about a wish to hear of an item or a start. Null: it was stopped, or the event is over (sold out
 * again, no longer cheaper, put off). In the last case the message is withdrawn and the wish waits for the next event.
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
  if (notice.kind === 'start') {
    const message = await renderStart({ db, now, sender }, { notice, template, told_count })
    return message && { ...message, secrets }
  }
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

interface AskedStart {
  notice: StartNotice
  template: NoticeTemplate
  told_count: number
}

async function renderStart(
  { db, now, sender }: Deps,
  { notice, template, told_count }: AskedStart,
): Promise<RenderedMessage | null> {
  const start = await findStart(db, notice)
  if (start === null) return null
  const facts = { ...start, secret: notice.secret }
  if (template === 'notice_confirm') {
    return notice.state === 'unconfirmed' ? startConfirmMail(facts, sender) : null
  }
  if (notice.state !== 'sent' || notice.told_count !== told_count) return null
  if (!hasBegun(start, now())) {
    // Put off between the job and the sender. What is over meanwhile does not come again.
    await waitAgain(db, notice)
    return null
  }
  const words = { email: startMail, sms: startSms, push: startPush }[notice.channel]
  return words(facts, sender)
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
