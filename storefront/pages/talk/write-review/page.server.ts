import { reviews as contract, type ReviewOffer } from '#contracts/storefront/talk/reviews.ts'
import type { Picture } from '#contracts/storefront/catalog.ts'
import { Refusal } from '#pure/contract.ts'
import {
  ownReviewUrl,
  reviewAnchor,
  reviewsUrl,
  writeReviewUrl,
} from '#storefront/addresses/talk-links.ts'
import { productPicture } from '#storefront/commerce/talk/product-picture.ts'
import { moved, notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface WriteReviewData {
  offer: ReviewOffer
  picture: Picture | null
}

/** /danh-gia-san-pham/{product}/viet: the form of a review. Whoever has written one comes to it. */
export const page = personalPage<WriteReviewData>({
  loader: async (context) => {
    const { services, caller, params } = context
    const slug = params['slug'] ?? ''
    try {
      const { kind, id, moved_to } = await services.catalog.resolve(null, { path: slug })
      if (kind === 'moved' && moved_to !== null) return moved(writeReviewUrl(moved_to), 301)
      if (kind !== 'product') return notFound
      const offer = await services.reviews.offerReview(caller, { product_id: id })
      if (offer.own_secret !== null) return moved(ownReviewUrl(offer.own_secret))
      return { offer, picture: await productPicture(context, id) }
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
