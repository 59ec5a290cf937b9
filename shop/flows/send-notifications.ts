import { z } from 'zod'
import type { Order } from '#contracts/storefront/order.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { findOrderToNotify } from '#shop/order/order-store.ts'
import type { Services } from '#contracts/all.ts'
import { leftCartFacts } from '#shop/flows/abandoned-cart/remind-of-carts.ts'
import { leftCartMail } from '#shop/notification/templates/abandoned-cart-mail.ts'
import { orderMail } from '#shop/notification/templates/order-mail.ts'
import { orderSms } from '#shop/notification/templates/order-sms.ts'
import type { Teller } from '#shop/notification/templates/order-templates.ts'
import {
  claimDue,
  type ClaimedMessage,
  settleOrphans,
  updateDropped,
  updateSent,
  updateUnsent,
  type Words,
} from '#shop/notification/outbox-store.ts'
import {
  type Channel,
  claimEnd,
  maskedRecipient,
  most_tries,
  nextTry,
  ruleOf,
} from '#shop/notification/outbox.ts'
import { type Transports, Undeliverable } from '#shop/notification/transports/transport.ts'

export interface OutboxParts {
  db: Database
  now: Now
  log: Log
  transports: Transports
  /** For reminders of left carts. */
  cart: Services['cart']
  /** Who writes. */
  teller: Teller
}

const batch = 10
/** In one round, so that a rush of orders is told of without taking the machine from those who order. */
const most_batches = 20

/** The job that sends what is due (decision 080). */
export function outboxJob(parts: OutboxParts): Job {
  return { name: 'send-outbox', every_ms: 3_000, run: async () => void (await sendOutbox(parts)) }
}

/**
 * Sends what is due, a few at a time, outside of any transaction; returns how many went out. A round
 * ends when nothing of a batch went out: the provider is away.
 */
export async function sendOutbox(parts: OutboxParts): Promise<number> {
  const { db, now, transports } = parts
  const channels: Channel[] = ['email', 'sms']
  const repeatable = channels.filter((channel) => transports[channel]?.is_repeatable !== false)
  await settleOrphans(db, now(), repeatable)
  let sent = 0
  for (let round = 0; round < most_batches; round++) {
    const due = await claimDue(db, now(), claimEnd(now()), batch)
    const outcomes = await Promise.all(due.map((message) => sendOne(parts, message)))
    sent += outcomes.filter((outcome) => outcome === 'sent').length
    if (due.length < batch || outcomes.every((outcome) => outcome === 'unsent')) return sent
  }
  return sent
}

async function sendOne(
  parts: OutboxParts,
  message: ClaimedMessage,
): Promise<'sent' | 'unsent' | 'dropped'> {
  const { db, now, log, transports } = parts
  const { outbox_id, channel, recipient, template, tries } = message
  const about = { outbox_id, channel, template, recipient: maskedRecipient(recipient), tries }
  try {
    const words = await wordsOf(parts, message)
    const transport = transports[channel]
    if (words === null || transport === null) {
      await updateDropped(
        db,
        outbox_id,
        words === null ? 'Tin không còn đúng' : 'Chưa cài nhà cung cấp',
      )
      return 'dropped'
    }
    const { subject, body: text, html, secret } = words
    await transport.send({ outbox_id, recipient, subject, text, html })
    const kept = transport.is_local || secret === undefined ? words : without(secret, words)
    await updateSent(db, outbox_id, kept, now())
    log.info(about, 'a message went out')
    return 'sent'
  } catch (error) {
    const is_dead = error instanceof Undeliverable || tries >= most_tries
    const again_at = is_dead ? null : nextTry(tries, now(), Math.random())
    const reason = error instanceof Error ? error.message : String(error)
    await updateUnsent(db, outbox_id, reason.replaceAll(recipient, '•••'), again_at)
    log.warn({ ...about, is_dead }, 'a message did not go out')
    return 'unsent'
  }
}

/** Of a left cart only a hash of its code is kept, so its mail is kept without it (decision 080). */
function without(secret: string, { subject, body, html }: Words): Words {
  const hidden = (text: string) => text.replaceAll(secret, '•••')
  return { subject, body: hidden(body), html: html && hidden(html) }
}

const LeftBy = z.object({ customer_id: z.int(), province_id: z.int() })

/** Null when there is nothing to tell any more. */
async function wordsOf(
  parts: OutboxParts,
  { template, channel, order_id, facts, recipient }: ClaimedMessage,
): Promise<(Words & { secret?: string }) | null> {
  const { db, teller } = parts
  if (template === 'cart_left') {
    const left = await leftCartFacts(parts, { ...LeftBy.parse(facts), email: recipient })
    return left && { ...leftCartMail(left, teller), secret: left.code }
  }
  const order: Order | null = order_id === null ? null : await findOrderToNotify(db, order_id)
  if (!order) return null
  const { only_while } = ruleOf(template)
  if (only_while !== null && !only_while.includes(order.state)) return null
  if (channel === 'sms') {
    return { subject: null, body: orderSms(template, order, facts, teller), html: null }
  }
  return orderMail(template, order, facts, teller)
}
