import { z } from 'zod'
import type { Services } from '#contracts/all.ts'
import type { Order } from '#contracts/storefront/order.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { personal } from '#platform/observe/log-redaction.ts'
import { abandonedCartFacts } from '#shop/flows/abandoned-cart/remind-of-carts.ts'
import { findOrderToNotify } from '#shop/order/order-store.ts'
import {
  claimDue,
  type ClaimedMessage,
  settleOrphans,
  updateDropped,
  updateSent,
  updateUnsent,
} from '#shop/notification/outbox-store.ts'
import { type Channel, claimEnd, most_tries, nextTry, ruleOf } from '#shop/notification/outbox.ts'
import { abandonedCartMail } from '#shop/notification/templates/abandoned-cart-mail.ts'
import { orderMail } from '#shop/notification/templates/order-mail.ts'
import { orderSms } from '#shop/notification/templates/order-sms.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'
import { type Transports, Undeliverable } from '#shop/notification/transports/transport.ts'

export interface NotificationDeps {
  db: Database
  now: Now
  log: Log
  transports: Transports
  /** For reminders of abandoned carts. */
  cart: Services['cart']
  sender: Sender
}

const batch = 10
/** Batches of one round: a rush of orders must not take the machine from those who order. */
const most_batches = 20

/** The job that sends what is due (decision 080). */
export function notificationJob(deps: NotificationDeps): Job {
  return {
    name: 'send-outbox',
    every_ms: 3_000,
    run: async () => void (await sendNotifications(deps)),
  }
}

/**
 * Sends what is due, a few at a time, outside of any transaction; returns how many were sent. A round
 * ends when nothing of a batch could be sent: the provider is away.
 */
export async function sendNotifications(deps: NotificationDeps): Promise<number> {
  const { db, now, transports } = deps
  const channels: Channel[] = ['email', 'sms']
  const repeatable = channels.filter((channel) => transports[channel]?.is_repeatable !== false)
  await settleOrphans(db, now(), repeatable)
  let sent = 0
  for (let round = 0; round < most_batches; round++) {
    const due = await claimDue(db, now(), claimEnd(now()), batch)
    const outcomes = await Promise.all(due.map((message) => sendOne(deps, message)))
    sent += outcomes.filter((outcome) => outcome === 'sent').length
    if (due.length < batch || outcomes.every((outcome) => outcome === 'unsent')) return sent
  }
  return sent
}

async function sendOne(
  deps: NotificationDeps,
  message: ClaimedMessage,
): Promise<'sent' | 'unsent' | 'dropped'> {
  const { db, now, log, transports } = deps
  const { outbox_id, channel, recipient, template, tries } = message
  const about = { outbox_id, channel, template, recipient: personal(recipient), tries }
  try {
    const rendered = await render(deps, message)
    const transport = transports[channel]
    if (rendered === null || transport === null) {
      const reason = rendered === null ? 'Tin không còn đúng' : 'Chưa cài nhà cung cấp'
      await updateDropped(db, outbox_id, reason)
      return 'dropped'
    }
    const { subject, body: text, html, secret } = rendered
    await transport.send({ outbox_id, recipient, subject, text, html })
    const stored = transport.is_local || secret === undefined ? rendered : without(secret, rendered)
    await updateSent(db, outbox_id, stored, now())
    log.info(about, 'a message was sent')
    return 'sent'
  } catch (error) {
    const is_dead = error instanceof Undeliverable || tries >= most_tries
    const again_at = is_dead ? null : nextTry(tries, now(), Math.random())
    const reason = error instanceof Error ? error.message : String(error)
    await updateUnsent(db, outbox_id, reason.replaceAll(recipient, '•••'), again_at)
    log.warn({ ...about, is_dead }, 'a message was not sent')
    return 'unsent'
  }
}

/** Of an abandoned cart's code only the hash is stored, so its mail is stored without it (decision 080). */
function without(secret: string, { subject, body, html }: RenderedMessage): RenderedMessage {
  const hidden = (text: string) => text.replaceAll(secret, '•••')
  return { subject, body: hidden(body), html: html && hidden(html) }
}

const CartOwner = z.object({ customer_id: z.int(), province_id: z.int() })

/** Null when it is not true any more. */
async function render(
  deps: NotificationDeps,
  { template, channel, order_id, facts, recipient }: ClaimedMessage,
): Promise<(RenderedMessage & { secret?: string }) | null> {
  const { db, sender } = deps
  if (template === 'cart_left') {
    const left = await abandonedCartFacts(deps, { ...CartOwner.parse(facts), email: recipient })
    return left && { ...abandonedCartMail(left, sender), secret: left.code }
  }
  const order: Order | null = order_id === null ? null : await findOrderToNotify(db, order_id)
  if (!order) return null
  const { only_while } = ruleOf(template)
  if (only_while !== null && !only_while.includes(order.state)) return null
  const renderFor = channel === 'sms' ? orderSms : orderMail
  return renderFor(template, order, facts, sender)
}
