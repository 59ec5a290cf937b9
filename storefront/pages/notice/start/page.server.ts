import { notices } from '#contracts/storefront/notices.ts'
import { type Start, type StartOf, starts } from '#contracts/storefront/notices/starts.ts'
import { Refusal } from '#pure/contract.ts'
import type { NoticeWay } from '#storefront/addresses/account.ts'
import { startUrl } from '#storefront/addresses/account-links.ts'
import { outcomeOf, wayOf } from '#storefront/pages/notice/asked-way.ts'
import type { SentCode } from '#storefront/pages/notice/page.server.ts'
import type { WishOutcome } from '#storefront/pages/notice/wish-ways.tsx'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { moved, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

/** What can be asked for, when the address names nothing, or something that is not ahead any more. */
export interface StartList {
  starts: Start[]
  is_gone: boolean
}

export interface StartWish {
  start: Start
  has_sms: boolean
  own_phone: string | null
  push_key: string
  way: NoticeWay
  outcome: WishOutcome | null
}

export type StartData = StartList | StartWish

/** What begins, by the keys of the query. */
const keys: Readonly<Record<string, StartOf>> = {
  trang: 'landing_page',
  dot: 'flash_sale',
  mau: 'item',
}

/** A page that was open when something began still has its link: the list says so, and what comes next. */
const gone = moved(withQuery(frame_paths.start, { het: 1 }))

/** /nhac-toi: a wish to hear when a campaign, a flash sale or the sale of an item begins. */
export const page = personalPage<StartData>({
  loader: async ({ services, caller, url }) => {
    const key = Object.keys(keys).find((each) => url.searchParams.has(each))
    if (key === undefined) {
      const coming = await services.starts.comingStarts(null, {})
      return { starts: coming, is_gone: url.searchParams.has('het') }
    }
    const asked = { of: keys[key], id: url.searchParams.get(key) }
    const input = starts.offerStart.input.safeParse(asked)
    if (!input.success) return gone
    try {
      const offered = await services.starts.offerStart(caller, input.data)
      return { ...offered, way: wayOf(url, offered), outcome: outcomeOf(url) }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'start_not_known') return gone
      throw error
    }
  },
  actions: {
    email: async ({ services, caller }, form) => {
      const input = readForm(starts.askStart.input, form)
      const { is_confirmed } = await services.starts.askStart(caller, input)
      return { redirect: startUrl(input, { xong: is_confirmed ? 1 : 0 }) }
    },
    code: async ({ services, caller }, form) => {
      const input = readForm(notices.sendNoticeCode.input, form)
      const { otp_token } = await services.notices.sendNoticeCode(caller, input)
      return { data: { found: { otp_token } satisfies SentCode } }
    },
    sms: async ({ services, caller }, form) => {
      const input = readForm(starts.askStartBySms.input, form)
      await services.starts.askStartBySms(caller, input)
      return { redirect: startUrl(input, { qua: 'sms', xong: 1 }) }
    },
  },
})
