import { notices } from '#contracts/storefront/notices.ts'
import { type Start, type StartOf, starts } from '#contracts/storefront/notices/starts.ts'
import { Refusal } from '#pure/contract.ts'
import type { NoticeWay } from '#storefront/addresses/account.ts'
import { startUrl } from '#storefront/addresses/account-links.ts'
import { outcomeOf, wayOf } from '#storefront/pages/notice/asked-way.ts'
import type { SentCode } from '#storefront/pages/notice/page.server.ts'
import type { WishOutcome } from '#storefront/pages/notice/wish-ways.tsx'
import { notFound, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface StartData {
  start: Start
  has_sms: boolean
  own_phone: string | null
  push_key: string
  way: NoticeWay
  outcome: WishOutcome | null
}

/** What begins, by the keys of the query. */
const keys: Readonly<Record<string, StartOf>> = {
  trang: 'landing_page',
  dot: 'flash_sale',
  mau: 'item',
}

/** /nhac-toi: a wish to hear when a campaign, a flash sale or the sale of an item begins. */
export const page = personalPage<StartData>({
  loader: async ({ services, caller, url }) => {
    const key = Object.keys(keys).find((each) => url.searchParams.has(each)) ?? ''
    const asked = { of: keys[key], id: url.searchParams.get(key) }
    const input = starts.offerStart.input.safeParse(asked)
    if (!input.success) return notFound
    try {
      const offered = await services.starts.offerStart(caller, input.data)
      return { ...offered, way: wayOf(url, offered), outcome: outcomeOf(url) }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'start_not_known') return notFound
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
