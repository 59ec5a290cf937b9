import { notices, type OfferedNotice } from '#contracts/storefront/notices.ts'
import { Refusal } from '#pure/contract.ts'
import type { NoticeWay } from '#storefront/addresses/account.ts'
import { noticeUrl } from '#storefront/addresses/account-links.ts'
import { outcomeOf, wayOf } from '#storefront/pages/notice/asked-way.ts'
import type { WishOutcome } from '#storefront/pages/notice/wish-ways.tsx'
import { notFound, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface NoticeData extends OfferedNotice {
  way: NoticeWay
  province_id: number
  /** The form was accepted. */
  outcome: WishOutcome | null
}

/** What the form of a phone found: a code is on its way. */
export interface SentCode {
  otp_token: string
}

/** /bao-tin: a wish to hear when an item is back, or cheaper if it is in stock. */
export const page = personalPage<NoticeData>({
  loader: async ({ services, caller, province_id, url }) => {
    const input = notices.offerNotice.input.safeParse({
      item_id: url.searchParams.get('mau') ?? '',
      province_id,
    })
    if (!input.success) return notFound
    try {
      const offered = await services.notices.offerNotice(caller, input.data)
      return { ...offered, way: wayOf(url, offered), province_id, outcome: outcomeOf(url) }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'item_gone') return notFound
      throw error
    }
  },
  actions: {
    email: async ({ services, caller, province_id }, form) => {
      const input = readForm(notices.askNotice.input, form)
      const { is_confirmed } = await services.notices.askNotice(caller, { ...input, province_id })
      return { redirect: noticeUrl(input.item_id, { xong: is_confirmed ? 1 : 0 }) }
    },
    code: async ({ services, caller }, form) => {
      const input = readForm(notices.sendNoticeCode.input, form)
      const { otp_token } = await services.notices.sendNoticeCode(caller, input)
      return { data: { found: { otp_token } satisfies SentCode } }
    },
    sms: async ({ services, caller, province_id }, form) => {
      const input = readForm(notices.askNoticeBySms.input, form)
      await services.notices.askNoticeBySms(caller, { ...input, province_id })
      return { redirect: noticeUrl(input.item_id, { qua: 'sms', xong: 1 }) }
    },
  },
})
