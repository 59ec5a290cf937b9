import { randomBytes } from 'node:crypto'
import type { NoticeChannel } from '#contracts/storefront/notices.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import { areKeysUsable, isPushService, type PushKeys } from '#platform/push/push-message.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Caller } from '#pure/contract.ts'
import { type OtpDeps, takeOtp } from '#shop/flows/member/account/otp-flow.ts'
import { findMember } from '#shop/identity/member-store.ts'
import { confirmOpen, hasConfirmed, insertNotice, type Wish } from '#shop/notice/notice-store.ts'
import { saveSubscription } from '#shop/notice/push-store.ts'
import { notifyOfNotice } from '#shop/notification/notify-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'

export type NoticesDeps = OtpDeps & {
  /** Whether messages to phones go out. */
  has_sms: boolean
  /** Encrypts what browsers give for web push. */
  push_box: SecretBox
  push_keys: PushKeys
}

/** Who asks for a message, and where it goes. */
export interface AskedAddress {
  caller: Caller
  channel: NoticeChannel
  recipient: string
  /** A code has proven just now that the address is the caller's. */
  is_proven: boolean
}

/** The ways to hear of something that a page offers. */
export async function waysOf(deps: NoticesDeps, caller: Caller) {
  const phone = await phoneOf(deps, caller)
  return {
    has_sms: deps.has_sms,
    own_phone: phone === null ? null : maskedPhone(phone),
    push_key: deps.push_keys.public_key.toString('base64url'),
  }
}

interface EnteredCode {
  otp_token: string | undefined
  code: string | undefined
}

/** The phone that a code proves, or without one the phone of the member; null: a guest without a code. */
export async function provenPhone(
  deps: NoticesDeps,
  caller: Caller,
  { otp_token, code }: EnteredCode,
): Promise<string | null> {
  return otp_token === undefined || code === undefined
    ? phoneOf(deps, caller)
    : takeOtp(deps, { otp_token, code, purpose: 'notice' })
}

/** The phone that a one-time password has proven for this member; null: a guest. */
async function phoneOf({ db }: NoticesDeps, { kind, customer_id }: Caller): Promise<string | null> {
  return kind === 'member' ? ((await findMember(db, customer_id))?.phone ?? null) : null
}

interface Browser {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Whether a browser names a known push service and real keys. */
export function isUsable({ endpoint, keys }: Browser): boolean {
  return isPushService(endpoint) && areKeysUsable({ endpoint, ...keys })
}

/** Stores a browser that may be told. Returns it as a recipient. */
export async function storeBrowser(
  { db, now, push_box }: NoticesDeps,
  { customer_id }: Caller,
  { endpoint, keys }: Browser,
): Promise<string> {
  const owner = { customer_id, now: now() }
  return transaction(db, (tx) => saveSubscription(tx, push_box, { endpoint, ...keys }, owner))
}

type AskedWish = Omit<Wish, 'recipient'> & {
  province_id: number | null
  price_seen: number | null
}

/** Stores a wish. Returns whether its address is confirmed; if not, a mail asks for it. */
export async function storeWish(
  { db, now }: NoticesDeps,
  { caller: { customer_id }, channel, recipient, is_proven }: AskedAddress,
  wish: AskedWish,
): Promise<boolean> {
  const { kind, product_id, landing_page_id, flash_sale_id, province_id, price_seen } = wish
  const about = { kind, product_id, landing_page_id, flash_sale_id, recipient }
  const at = now()
  return transaction(db, async (tx) => {
    const is_confirmed = is_proven || (await hasConfirmed(tx, { customer_id, recipient }))
    const product_notice_id = await insertNotice(tx, {
      ...{ ...about, customer_id, province_id, channel, price_seen },
      secret: randomBytes(16).toString('hex'),
      state: is_confirmed ? 'waiting' : 'unconfirmed',
      created_at: at,
      confirmed_at: is_confirmed ? at : null,
    })
    if (is_confirmed) {
      await confirmOpen(tx, about, at)
    } else if (product_notice_id !== null) {
      // Without a new row the answer is the same: it tells nobody what an address has asked for.
      await notifyOfNotice(tx, { product_notice_id, email: recipient }, at)
    }
    return is_confirmed
  })
}
