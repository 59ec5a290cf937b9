import { z } from 'zod'
import type { Services } from '#contracts/all.ts'
import type { Order } from '#contracts/storefront/order.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { personal } from '#platform/observe/log-redaction.ts'
import { abandonedCartFacts } from '#shop/flows/abandoned-cart/remind-of-carts.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import { findCardToNotify } from '#shop/card/card-store.ts'
import { findToSend } from '#shop/identity/otp/otp-store.ts'
import { otpLabel } from '#shop/identity/otp/otp.ts'
import { isBookingTemplate, renderBooking } from '#shop/flows/cart/booking/render-booking.ts'
import { isTradeTemplate, renderTrade } from '#shop/flows/trade/render-trade.ts'
import { renderTicket } from '#shop/flows/trade/ticket/render-ticket.ts'
import {
  isLoanTemplate,
  renderLenderMail,
  renderLoan,
} from '#shop/flows/trade/application/render-loan.ts'
import {
  isShopReservationTemplate,
  renderShopReservation,
} from '#shop/flows/trade/shop-reservation/render-shop-reservation.ts'
import { isNoticeTemplate, renderNotice } from '#shop/flows/notices/render-notice.ts'
import { renderCampaign } from '#shop/flows/notices/campaigns/render-campaign.ts'
import { isAdHour } from '#shop/notice/campaign/campaign.ts'
import { mayGoOutAt, mayRemindAt } from '#shop/notice/notice.ts'
import { findOrderToNotify } from '#shop/order/order-store.ts'
import { lenderLoan } from '#shop/payment/gateways/lender-loan.ts'
import { sendBySms } from '#shop/notification/notify-store.ts'
import {
  claimDue,
  type ClaimedMessage,
  settleOrphans,
  updateDropped,
  updateSent,
  updateUnsent,
} from '#shop/notification/outbox-store.ts'
import {
  type Channel,
  claimEnd,
  max_attempts,
  nextAttemptAt,
  ruleOf,
  type Template,
} from '#shop/notification/outbox.ts'
import { abandonedCartMail } from '#shop/notification/templates/abandoned-cart-mail.ts'
import { cardSms } from '#shop/notification/templates/card-sms.ts'
import { memberNotice } from '#shop/notification/templates/member-notice.ts'
import { otpMail, otpSms } from '#shop/notification/templates/otp-sms.ts'
import { otpZalo } from '#shop/notification/templates/otp-zalo.ts'
import { orderMail } from '#shop/notification/templates/order-mail.ts'
import { orderSms } from '#shop/notification/templates/order-sms.ts'
import { listStaticLinks } from '#shop/content/static-page-store.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'
import { type Transports, Undeliverable } from '#shop/notification/transports/transport.ts'

export interface NotificationDeps {
  db: Database
  now: Now
  log: Log
  transports: Transports
  /** For reminders of abandoned carts. */
  cart: Services['cart']
  /** Opens one-time passwords. */
  otp_box: SecretBox
  sender: Sender
  /** Opens what was typed into applications for loans. Absent: none are told of. */
  person_keys?: PersonKeys
}

const batch = 10
/** Batches of one round: in a rush, sending must not slow down the placing of orders. */
const max_batches = 20

/** The job that sends due messages (decision 080). */
export function notificationJob(deps: NotificationDeps): Job {
  return {
    name: 'send-outbox',
    every_ms: 3_000,
    run: async () => void (await sendNotifications(deps)),
  }
}

/**
 * Sends due messages in small batches, outside of any transaction; returns how many were sent. A round ends when no
 * message of a batch could be sent, because the provider then cannot be reached.
 */
export async function sendNotifications(deps: NotificationDeps): Promise<number> {
  const { db, now, transports } = deps
  const channels: Channel[] = ['email', 'sms', 'push']
  const repeatable = channels.filter((channel) => transports[channel]?.is_repeatable !== false)
  // At one moment: a claim that ended between the two would count as failed, and its code would go out by no channel.
  const at = now()
  await sendBySms(db, { reason: 'the sender stopped over it: it may have gone out', now: at })
  await settleOrphans(db, at, repeatable)
  let sent = 0
  for (let round = 0; round < max_batches; round++) {
    const due = await claimDue(db, {
      now: now(),
      claim_ends: claimEnd(now()),
      withheld: withheldAt(now()),
      batch,
    })
    const outcomes = await Promise.all(due.map((message) => sendOne(deps, message)))
    sent += outcomes.filter((outcome) => outcome === 'sent').length
    if (outcomes.includes('by_sms')) continue
    if (due.length < batch || outcomes.every((outcome) => outcome === 'unsent')) return sent
  }
  return sent
}

/**
 * Messages that are not sent now: nobody is told of an item or reminded of a cart at night, also when an earlier
 * attempt failed. Messages about orders, accounts and codes always go out.
 */
function withheldAt(now: Date): readonly Template[] {
  return [
    ...(mayGoOutAt(now) > now ? (['notice_stock', 'notice_price', 'abandoned_cart'] as const) : []),
    ...(mayRemindAt(now) > now ? (['notice_start'] as const) : []),
    ...(isAdHour(now) ? [] : (['campaign'] as const)),
  ]
}

async function sendOne(
  deps: NotificationDeps,
  message: ClaimedMessage,
): Promise<'sent' | 'unsent' | 'dropped' | 'by_sms'> {
  const { db, now, log, transports } = deps
  const { outbox_id, request_id, channel, recipient, template, attempts } = message
  const about = { outbox_id, channel, template, recipient: personal(recipient), attempts }
  try {
    const rendered = await render(deps, message)
    const transport = transports[channel] ?? null
    if (rendered !== null && transport === null && channel === 'zalo' && template === 'otp') {
      throw new NoZalo()
    }
    if (rendered === null || transport === null) {
      const reason = rendered === null ? 'Tin không còn đúng' : 'Chưa cài nhà cung cấp'
      await updateDropped(db, outbox_id, reason)
      return 'dropped'
    }
    const { body: text, secrets, ...words } = rendered
    const outgoing = { request_id, recipient, text, ...words }
    await transport.send(outgoing)
    const stored = transport.is_local ? rendered : without(secrets, rendered)
    await updateSent(db, outbox_id, stored, now())
    log.info(about, 'a message was sent')
    return 'sent'
  } catch (error) {
    const is_dead = error instanceof Undeliverable || attempts >= max_attempts
    const again_at = is_dead ? null : nextAttemptAt(attempts, now(), Math.random())
    const message_of = error instanceof Error ? error.message : String(error)
    const reason = withoutRecipient(message_of, recipient)
    if (channel === 'zalo' && template === 'otp') {
      await sendBySms(db, { outbox_id, reason, now: now() })
      log.info({ ...about, reason }, 'Zalo did not take a code: it goes by SMS')
      return 'by_sms'
    }
    await updateUnsent(db, outbox_id, reason, again_at)
    log.warn({ ...about, is_dead }, 'a message was not sent')
    return 'unsent'
  }
}

/** Removes whom a message went to from what its provider says, who may write a phone as 84… or with spaces. */
function withoutRecipient(text: string, recipient: string): string {
  const digits = /^(?:\+?84|0)(\d{8,10})$/.exec(recipient)?.[1]
  if (digits === undefined) return text.replaceAll(recipient, '•••')
  const spelled = [...digits].join(String.raw`[\s.-]?`)
  return text.replace(new RegExp(String.raw`(?:\(?\+?84\)?|0)?[\s.-]?${spelled}`, 'g'), '•••')
}

/**
 * Removes secrets from a stored message: staff who read it must not become its shopper. Those are the code of an
 * abandoned cart, the key of an order's page and the pick-up code on it (decisions 080, 142).
 */
function without(
  secrets: readonly string[],
  { subject, body, html }: RenderedMessage,
): RenderedMessage {
  const hidden = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text)
  return { subject, body: hidden(body), html: html && hidden(html) }
}

const OtpFacts = z.object({ otp_id: z.int() })
const CardFacts = z.object({ card_id: z.int() })
const CartOwner = z.object({ customer_id: z.int(), province_id: z.int() })

class NoZalo extends Error {
  override message = 'Chưa cài Zalo'
}

/** Returns the message, or null when it no longer applies to the order or the cart. */
async function render(
  deps: NotificationDeps,
  { template, channel, order_id, facts, recipient }: ClaimedMessage,
): Promise<(RenderedMessage & { secrets: string[]; code?: string }) | null> {
  const { db, now, sender } = deps
  if (template === 'otp') {
    const otp = await findToSend(db, OtpFacts.parse(facts).otp_id, now())
    const code = otp && deps.otp_box.open(otp.sealed_code, otpLabel(otp.token_hash, otp.purpose))
    if (code === null || otp === null) return null
    const words = {
      sms: () => otpSms(otp.purpose, code, sender),
      zalo: () => otpZalo(code, sender),
      email: () => otpMail(otp.purpose, code, sender),
      push: () => null,
    }[channel]()
    if (words === null) return null
    return { ...words, secrets: [code], code }
  }
  if (template === 'campaign') return renderCampaign(deps, { channel, recipient, facts })
  if (template === 'member_notice') {
    return { ...memberNotice(channel, facts, sender), secrets: [] }
  }
  if (template === 'card') {
    const card = await findCardToNotify(db, CardFacts.parse(facts).card_id)
    const sms = card && cardSms(card, sender)
    return sms && { ...sms, secrets: [] }
  }
  if (template === 'abandoned_cart') {
    const cart = await abandonedCartFacts(deps, { ...CartOwner.parse(facts), email: recipient })
    return cart && { ...abandonedCartMail(cart, sender), secrets: [cart.code] }
  }
  if (isNoticeTemplate(template)) return renderNotice(deps, template, facts)
  if (isTradeTemplate(template)) return renderTrade(deps, template, facts)
  if (isBookingTemplate(template)) return renderBooking(deps, template, { channel, facts })
  if (template === 'repair_ticket') return renderTicket(deps, { channel, facts })
  if (isLoanTemplate(template) || template === 'lender_mail') {
    const { person_keys } = deps
    if (person_keys === undefined) throw new RangeError('applications are not told of here')
    const of_loan = { db, sender, person_keys }
    return isLoanTemplate(template)
      ? renderLoan(of_loan, template, { channel, facts })
      : renderLenderMail(of_loan, facts)
  }
  if (isShopReservationTemplate(template)) {
    return renderShopReservation(deps, template, { channel, facts })
  }
  const order: Order | null = order_id === null ? null : await findOrderToNotify(db, order_id)
  if (!order) return null
  // Whoever applied for a loan is told of the application instead.
  if (template === 'order_placed' && order.payment_method === lenderLoan.code) return null
  const { only_while } = ruleOf(template)
  if (only_while !== null && !only_while.includes(order.state)) return null
  const rendered =
    channel === 'sms'
      ? orderSms(template, order, facts, sender)
      : orderMail(template, order, facts, sender, await listStaticLinks(db))
  const secrets = [order.secret, ...(order.pickup === null ? [] : [order.pickup.code])]
  return { ...rendered, secrets }
}
