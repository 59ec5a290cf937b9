import type { NoticeChannel } from '#contracts/storefront/notices.ts'
import { type StartOf, starts as contract } from '#contracts/storefront/notices/starts.ts'
import type { Caller, Service } from '#pure/contract.ts'
import {
  isUsable,
  type NoticesDeps,
  provenPhone,
  storeBrowser,
  storeWish,
  waysOf,
} from '#shop/flows/notices/store-wish.ts'
import { isAhead } from '#shop/notice/notice.ts'
import {
  findStart,
  listComingStarts,
  shownStart,
  type StoredStart,
} from '#shop/notice/start-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'

interface AskedStart {
  of: StartOf
  id: number
}

/** "Nhắc tôi": wishes to hear when something begins (decision 309). Their links are those of notices. */
export function startsService(deps: NoticesDeps): Service<typeof contract> {
  const requireStart = async ({ of, id }: AskedStart): Promise<StoredStart> => {
    const start = await findStart(deps.db, { of, id })
    const now = deps.now()
    if (start === null || !isAhead(start, now) || (start.shown_from ?? now) > now) {
      throw contract.offerStart.refuse('start_not_known')
    }
    return start
  }
  const ask = (
    caller: Caller,
    { of, id }: AskedStart,
    to: { channel: NoticeChannel; recipient: string; is_proven: boolean },
  ) =>
    storeWish(
      deps,
      { caller, ...to },
      {
        kind: 'start',
        product_id: of === 'item' ? id : null,
        landing_page_id: of === 'landing_page' ? id : null,
        flash_sale_id: of === 'flash_sale' ? id : null,
        province_id: null,
        price_seen: null,
      },
    )
  return {
    comingStarts: async () => (await listComingStarts(deps.db, deps.now())).map(shownStart),
    offerStart: async (caller, asked) => {
      const [start, ways] = await Promise.all([requireStart(asked), waysOf(deps, caller)])
      return { start: shownStart(start), ...ways }
    },
    askStart: async (caller, { email, ...asked }) => {
      await requireStart(asked)
      const to = { channel: 'email', recipient: email, is_proven: false } as const
      return { email, is_confirmed: await ask(caller, asked, to) }
    },
    askStartBySms: async (caller, { otp_token, code, ...asked }) => {
      const { refuse } = contract.askStartBySms
      if (!deps.has_sms) throw refuse('no_sms')
      // Before the code is used up.
      await requireStart(asked)
      const phone = await provenPhone(deps, caller, { otp_token, code })
      if (phone === null) throw refuse('phone_not_proven')
      await ask(caller, asked, { channel: 'sms', recipient: phone, is_proven: true })
      return { phone: maskedPhone(phone) }
    },
    askStartByPush: async (caller, { subscription, ...asked }) => {
      if (!isUsable(subscription)) throw contract.askStartByPush.refuse('push_not_possible')
      await requireStart(asked)
      const recipient = await storeBrowser(deps, caller, subscription)
      await ask(caller, asked, { channel: 'push', recipient, is_proven: true })
      return {}
    },
  }
}
