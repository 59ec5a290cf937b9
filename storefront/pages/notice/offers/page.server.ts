import { offers, type OwnOffers } from '#contracts/storefront/notices/offers.ts'
import { account_addresses } from '#storefront/addresses/account.ts'
import { moved, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface OffersData extends OwnOffers {
  is_saved: boolean
  /** The visitor followed a link that stops offers, and the shop does not know its message. */
  has_old_link: boolean
}

const saved = { redirect: `${account_addresses.offers.path}?da-luu=1` }

/** Whoever wants no offers gets another way: the message is older than 400 days, or was lost by a restore. */
export const oldLink = moved(`${account_addresses.offers.path}?lien-ket-cu=1`)

/** /nhan-uu-dai: by which channels the visitor agrees to offers. */
export const page = personalPage<OffersData>({
  loader: async ({ services, caller, url }) => {
    const own = await services.offers.ownOffers(caller, {})
    const has_old_link = url.searchParams.has('lien-ket-cu')
    return { ...own, is_saved: url.searchParams.has('da-luu'), has_old_link }
  },
  actions: {
    choose: async ({ services, caller }, form) => {
      await services.offers.chooseOffers(caller, readForm(offers.chooseOffers.input, form))
      return saved
    },
    stop_push: async ({ services, caller }) => {
      await services.offers.stopPushOffers(caller, {})
      return saved
    },
  },
})
