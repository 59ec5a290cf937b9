import { offers, type OwnOffers } from '#contracts/storefront/notices/offers.ts'
import { account_addresses } from '#storefront/addresses/account.ts'
import { personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface OffersData extends OwnOffers {
  is_saved: boolean
}

const saved = { redirect: `${account_addresses.offers.path}?da-luu=1` }

/** /nhan-uu-dai: by which channels the visitor agrees to offers. */
export const page = personalPage<OffersData>({
  loader: async ({ services, caller, url }) => {
    const own = await services.offers.ownOffers(caller, {})
    return { ...own, is_saved: url.searchParams.has('da-luu') }
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
