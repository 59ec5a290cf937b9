import { reviews as contract, type ReviewOffer } from '#contracts/storefront/talk/reviews.ts'
import { Refusal } from '#pure/contract.ts'
import {
  ownReviewUrl,
  reviewAnchor,
  reviewsUrl,
  writeReviewUrl,
} from '#storefront/addresses/talk-links.ts'
import { moved, notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

/** /danh-gia-san-pham/{product}/viet: the form of a review. Whoever has written one comes to it. */
export const page = personalPage<ReviewOffer>({
  loader: async (context) => {
    const { services, caller, params } = context
    const slug = params['slug'] ?? ''
    try {
      const { kind, id, moved_to } = await services.catalog.resolve(null, { path: slug })
      if (kind === 'moved' && moved_to !== null) return moved(writeReviewUrl(moved_to), 301)
      if (kind !== 'product') return notFound
      const offer = await services.reviews.offerReview(caller, { product_id: id })
      return offer.own_secret === null ? offer : moved(ownReviewUrl(offer.own_secret))
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return notFound
      throw error
    }
  },
  actions: { write, vote },
})

async function write({ services, caller }: PersonalContext, form: FormData) {
  const input = readForm(contract.writeReview.input, form)
  const { secret } = await services.reviews.writeReview(caller, input)
  return { redirect: ownReviewUrl(secret, { moi: 1 }) }
}

/** "Hữu ích": the buttons of all lists of reviews send it here. */
async function vote({ services, caller, params }: PersonalContext, form: FormData) {
  const input = readForm(contract.voteHelpful.input, form)
  await services.reviews.voteHelpful(caller, input)
  return { redirect: `${reviewsUrl(params['slug'] ?? '')}#${reviewAnchor(input.review_id)}` }
}
