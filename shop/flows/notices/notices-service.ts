import { randomBytes } from 'node:crypto'
import {
  type NoticeChannel,
  type NoticeKind,
  notices as contract,
} from '#contracts/storefront/notices.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import { areKeysUsable, isPushService, type PushKeys } from '#platform/push/push-message.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { type OtpDeps, sendOtp, takeOtp } from '#shop/flows/member/account/otp-flow.ts'
import { priceOf } from '#shop/flows/notices/item-price.ts'
import { findMember } from '#shop/identity/member-store.ts'
import {
  confirmNotice,
  confirmOpen,
  findNotice,
  findSubject,
  hasConfirmed,
  insertNotice,
  type NoticeAsker,
  stopNotices,
  type StoredSubject,
} from '#shop/notice/notice-store.ts'
import { saveSubscription } from '#shop/notice/push-store.ts'
import { notifyOfNotice } from '#shop/notification/notify-store.ts'
import { maskedEmail, maskedPhone } from '#shop/order/masked-contact.ts'

export type NoticesDeps = OtpDeps & {
  /** Whether messages to phones go out. */
  has_sms: boolean
  /** Encrypts what browsers give for web push. */
  push_box: SecretBox
  push_keys: PushKeys
}

/** What somebody wants to hear of, and where its price counts. */
interface WishSubject {
  caller: Caller
  kind: NoticeKind
  item_id: number
  province_id: number | null
}

interface Wish extends WishSubject {
  channel: NoticeChannel
  recipient: string
  /** A code has proven just now that the address is the caller's. */
  is_proven: boolean
}

/** Wishes to hear of an item: asked, confirmed, told of once, stopped by a link (decision 203). */
export function noticesService(deps: NoticesDeps): Service<typeof contract> {
  const { db, now, has_sms } = deps
  const linked = async (secret: string) => {
    const found = await findNotice(db, { secret })
    if (found === null) throw contract.linkedNotice.refuse('notice_not_found')
    const { kind, state, channel } = found
    const recipient = maskedRecipient(channel, found.recipient)
    const item = await shown(deps, found.item, found)
    return { kind, state, channel, item, recipient }
  }
  return {
    offerNotice: async (caller, { item_id, province_id = null }) => {
      const [item, phone] = await Promise.all([subjectOf(deps, item_id), phoneOf(deps, caller)])
      const own_phone = phone === null ? null : maskedPhone(phone)
      const push_key = deps.push_keys.public_key.toString('base64url')
      const { customer_id } = caller
      const shown_item = await shown(deps, item, { customer_id, province_id })
      return { item: shown_item, has_sms, own_phone, push_key }
    },
    askNotice: async (caller, { kind, item_id, province_id = null, email }) => {
      const wish = { caller, kind, item_id, province_id, recipient: email }
      const is_confirmed = await ask(deps, { ...wish, channel: 'email', is_proven: false })
      return { email, is_confirmed }
    },
    sendNoticeCode: async ({ ip = '' }, { phone }) => {
      if (!has_sms) throw contract.sendNoticeCode.refuse('no_sms')
      return sendOtp(deps, { phone, purpose: 'notice', ip })
    },
    askNoticeBySms: async (caller, { kind, item_id, province_id = null, otp_token, code }) => {
      const { refuse } = contract.askNoticeBySms
      if (!has_sms) throw refuse('no_sms')
      // Before the code is used up.
      await requireWish(deps, { caller, kind, item_id, province_id })
      const phone =
        otp_token === undefined || code === undefined
          ? await phoneOf(deps, caller)
          : await takeOtp(deps, { otp_token, code, purpose: 'notice' })
      if (phone === null) throw refuse('phone_not_proven')
      const wish = { caller, kind, item_id, province_id, recipient: phone }
      await ask(deps, { ...wish, channel: 'sms', is_proven: true })
      return { phone: maskedPhone(phone) }
    },
    askNoticeByPush: async (caller, { kind, item_id, province_id = null, ...asked }) => {
      const { endpoint, keys } = asked.subscription
      const subscription = { endpoint, ...keys }
      if (!isPushService(endpoint) || !areKeysUsable(subscription)) {
        throw contract.askNoticeByPush.refuse('push_not_possible')
      }
      const about = { caller, kind, item_id, province_id }
      await requireWish(deps, about)
      const owner = { customer_id: caller.customer_id, now: now() }
      const recipient = await transaction(db, (tx) =>
        saveSubscription(tx, deps.push_box, subscription, owner),
      )
      await ask(deps, { ...about, recipient, channel: 'push', is_proven: true })
      return {}
    },
    linkedNotice: (_caller, { secret }) => linked(secret),
    confirmNotice: async (_caller, { secret }) => {
      await confirmNotice(db, secret, now())
      return linked(secret)
    },
    stopNotice: async (_caller, { secret, all }) => {
      await stopNotices(db, secret, all !== undefined, now())
      return linked(secret)
    },
  }
}

function maskedRecipient(channel: NoticeChannel, recipient: string): string {
  if (channel === 'push') return ''
  return channel === 'sms' ? maskedPhone(recipient) : maskedEmail(recipient)
}

async function subjectOf({ db }: NoticesDeps, item_id: number): Promise<StoredSubject> {
  const found = await findSubject(db, item_id)
  if (found === null) throw contract.askNotice.refuse('item_gone')
  return found
}

/** The item with the price that the asker has at this moment. */
async function shown({ db, now }: NoticesDeps, item: StoredSubject, asker: NoticeAsker) {
  return { ...item, price: await priceOf(db, item.item_id, asker, now()) }
}

/** The phone that a one-time password has proven for this member; null: a guest. */
async function phoneOf({ db }: NoticesDeps, { kind, customer_id }: Caller): Promise<string | null> {
  return kind === 'member' ? ((await findMember(db, customer_id))?.phone ?? null) : null
}

/** The price below which a notice is due; null for notices of stock. Refuses what cannot come true. */
async function requireWish(
  deps: NoticesDeps,
  { caller: { customer_id }, kind, item_id, province_id }: WishSubject,
): Promise<number | null> {
  const { refuse } = contract.askNotice
  const item = await subjectOf(deps, item_id)
  if (kind === 'stock') {
    if (item.is_in_stock) throw refuse('item_in_stock')
    return null
  }
  const price = await priceOf(deps.db, item_id, { customer_id, province_id }, deps.now())
  if (price === null) throw refuse('price_unknown')
  return price
}

/** Stores a wish. Returns whether its address is confirmed; if not, a mail asks for it. */
async function ask(deps: NoticesDeps, wish: Wish): Promise<boolean> {
  const { db, now } = deps
  const { caller, kind, item_id, province_id, channel, recipient, is_proven } = wish
  const price_seen = await requireWish(deps, wish)
  const { customer_id } = caller
  const at = now()
  return transaction(db, async (tx) => {
    const is_confirmed = is_proven || (await hasConfirmed(tx, { customer_id, recipient }))
    const product_notice_id = await insertNotice(tx, {
      ...{ kind, customer_id, province_id, channel, recipient, price_seen, product_id: item_id },
      secret: randomBytes(16).toString('hex'),
      state: is_confirmed ? 'waiting' : 'unconfirmed',
      created_at: at,
      confirmed_at: is_confirmed ? at : null,
    })
    if (is_confirmed) {
      await confirmOpen(tx, { recipient, kind, product_id: item_id }, at)
    } else if (product_notice_id !== null) {
      // Without a new row the answer is the same: it tells nobody what an address has asked for.
      await notifyOfNotice(tx, { product_notice_id, email: recipient }, at)
    }
    return is_confirmed
  })
}
