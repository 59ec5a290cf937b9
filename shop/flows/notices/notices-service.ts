import {
  type NoticeChannel,
  type NoticeKind,
  notices as contract,
} from '#contracts/storefront/notices.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { sendOtp } from '#shop/flows/member/account/otp-flow.ts'
import { priceOf } from '#shop/flows/notices/item-price.ts'
import { noticeHash, type RefusalDeps, storeRefusal } from '#shop/flows/notices/refusal-records.ts'
import {
  type AskedAddress,
  isUsable,
  type NoticesDeps,
  provenPhone,
  storeBrowser,
  storeWish,
  waysOf,
} from '#shop/flows/notices/store-wish.ts'
import {
  confirmNotice,
  findNotice,
  findSubject,
  hasNotices,
  type NoticeAsker,
  stopNotices,
  type StoredSubject,
} from '#shop/notice/notice-store.ts'
import { readMailSecret } from '#shop/notice/mail-secret.ts'
import { findStart, shownStart } from '#shop/notice/start-store.ts'
import { maskedEmail, maskedPhone } from '#shop/order/masked-contact.ts'

/** What somebody wants to hear of, and where its price counts. */
interface WishSubject {
  caller: Caller
  kind: NoticeKind
  item_id: number
  province_id: number | null
}

type Wish = WishSubject & AskedAddress

/** Wishes to hear of an item: asked, confirmed, told of once, stopped by a link (decision 203). */
export function noticesService(deps: NoticesDeps & RefusalDeps): Service<typeof contract> {
  const { db, now, has_sms, otp_box } = deps
  const linked = async (text: string) => {
    const { secret, email } = readMailSecret(text, otp_box)
    const found = await findNotice(db, { secret })
    if (found === null) {
      if (email === null) throw contract.linkedNotice.refuse('notice_not_found')
      const state = (await hasNotices(db, email)) ? ('sent' as const) : ('stopped' as const)
      const to = { channel: 'email' as const, recipient: maskedEmail(email) }
      return { kind: 'address' as const, state, ...to }
    }
    const { state, channel } = found
    const recipient = maskedRecipient(channel, found.recipient)
    if (found.kind === 'start') {
      const start = await findStart(db, found)
      if (start === null) throw contract.linkedNotice.refuse('notice_not_found')
      return { kind: found.kind, state, channel, start: shownStart(start), recipient }
    }
    const item = await shown(deps, found.item, found)
    return { kind: found.kind, state, channel, item, recipient }
  }
  return {
    offerNotice: async (caller, { item_id, province_id = null }) => {
      const [item, ways] = await Promise.all([subjectOf(deps, item_id), waysOf(deps, caller)])
      const { customer_id } = caller
      return { item: await shown(deps, item, { customer_id, province_id }), ...ways }
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
      const phone = await provenPhone(deps, caller, { otp_token, code })
      if (phone === null) throw refuse('phone_not_proven')
      const wish = { caller, kind, item_id, province_id, recipient: phone }
      await ask(deps, { ...wish, channel: 'sms', is_proven: true })
      return { phone: maskedPhone(phone) }
    },
    askNoticeByPush: async (caller, { kind, item_id, province_id = null, ...asked }) => {
      if (!isUsable(asked.subscription)) throw contract.askNoticeByPush.refuse('push_not_possible')
      const about = { caller, kind, item_id, province_id }
      await requireWish(deps, about)
      const recipient = await storeBrowser(deps, caller, asked.subscription)
      await ask(deps, { ...about, recipient, channel: 'push', is_proven: true })
      return {}
    },
    linkedNotice: (_caller, { secret }) => linked(secret),
    confirmNotice: async (_caller, { secret }) => {
      await confirmNotice(db, readMailSecret(secret, otp_box).secret, now())
      return linked(secret)
    },
    stopNotice: async (_caller, { secret, all }) => {
      const refused_at = now()
      const link = readMailSecret(secret, otp_box)
      const stopped = await stopNotices(db, { ...link, all: all !== undefined }, refused_at)
      const notices = stopped.map(noticeHash)
      // A repeated press leaves no record.
      if (notices.length > 0) {
        await storeRefusal(deps, { purpose: 'notice', customer_id: null, notices, refused_at })
      }
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
  const { kind, item_id, province_id } = wish
  const price_seen = await requireWish(deps, wish)
  const about = { product_id: item_id, landing_page_id: null, flash_sale_id: null }
  return storeWish(deps, wish, { ...about, kind, province_id, price_seen })
}
