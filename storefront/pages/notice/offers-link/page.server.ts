import { type LinkedOffer, offers } from '#contracts/storefront/notices/offers.ts'
import { Refusal } from '#pure/contract.ts'
import { oldLink } from '#storefront/pages/notice/offers/page.server.ts'
import { notFound, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface OffersLinkData {
  offer: LinkedOffer
  secret: string
}

/** /nhan-uu-dai/{secret}: stops offers. Opening it changes nothing: mail programs open links by themselves. */
export const page = personalPage<OffersLinkData>({
  loader: async ({ services, params }) => {
    const secret = params['secret'] ?? ''
    if (!/^[0-9a-f]{32}(\.[\w-]+)?$/.test(secret)) return notFound
    try {
      return { offer: await services.offers.linkedOffer(null, { secret }), secret }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'offer_not_found') return oldLink
      throw error
    }
  },
  actions: {
    stop: async ({ services, url }, form) => {
      await services.offers.stopOffers(null, readForm(offers.stopOffers.input, form))
      return { redirect: url.pathname }
    },
  },
})
