import { z } from 'zod'
import type { NoticeChannel } from '#contracts/storefront/notices.ts'
import type { Database } from '#db/schema.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import { priceOf } from '#shop/flows/notices/item-price.ts'
import { mailSecret } from '#shop/notice/mail-secret.ts'
import { hasBegun, isOver } from '#shop/notice/notice.ts'
import {
  findNotice,
  type ItemNotice,
  type StartNotice,
  waitAgain,
} from '#shop/notice/notice-store.ts'
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
  /** Seals the address in the links of a mail. */
  otp_box: SecretBox
}

export function isNoticeTemplate(template: Template): template is NoticeTemplate {
  return notice_templates.some((known) => known === template)
}

const NoticeFacts = z.object({ product_notice_id: z.int(), queued_count: z.int().default(0) })

/**
 * Returns the message about a wish to hear of an item or a start. Null: it was stopped, or the event is over (sold out
 * again, no longer cheaper, put off). In the last case the message is withdrawn and the wish waits for the next event.
 */
export async function renderNotice(
  { db, now, sender, otp_box }: Deps,
  template: NoticeTemplate,
  facts: unknown,
): Promise<(RenderedMessage & { secrets: string[] }) | null> {
  const { product_notice_id, queued_count } = NoticeFacts.parse(facts)
  const found = await findNotice(db, { product_notice_id })
  if (found === null) return null
  const notice = withLink(found, otp_box)
  const secrets = [notice.secret]
  if (notice.kind === 'start') {
    const message = await renderStart({ db, now, sender }, { notice, template, queued_count })
    return message && { ...message, secrets }
  }
  if (template === 'notice_confirm') {
    return notice.state === 'unconfirmed' ? { ...noticeConfirmMail(notice, sender), secrets } : null
  }
  if (notice.state !== 'sent' || notice.queued_count !== queued_count) return null
  const price = await priceOf(db, notice.item.item_id, notice, now())
  if (isOver(notice, price)) {
    await waitAgain(db, notice)
    return null
  }
  const told = { ...notice, item: { ...notice.item, price } }
  return { ...rendererOf(notice.channel)(told, sender), secrets }
}

/** The notice with the secret that its message carries. */
function withLink<Found extends ItemNotice | StartNotice>(found: Found, box: SecretBox): Found {
  const { channel, recipient, secret } = found
  return channel === 'email' ? { ...found, secret: mailSecret(secret, recipient, box) } : found
}

interface AskedStart {
  notice: StartNotice
  template: NoticeTemplate
  queued_count: number
}

async function renderStart(
  { db, now, sender }: Omit<Deps, 'otp_box'>,
  { notice, template, queued_count }: AskedStart,
): Promise<RenderedMessage | null> {
  const start = await findStart(db, notice)
  if (start === null) return null
  const facts = { ...start, secret: notice.secret }
  if (template === 'notice_confirm') {
    return notice.state === 'unconfirmed' ? startConfirmMail(facts, sender) : null
  }
  if (notice.state !== 'sent' || notice.queued_count !== queued_count) return null
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
