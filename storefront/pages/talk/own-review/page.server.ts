import { type OwnReview, reviews as contract } from '#contracts/storefront/talk/reviews.ts'
import { Refusal } from '#pure/contract.ts'
import { ownReviewUrl, reviewsUrl } from '#storefront/addresses/talk-links.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm, readInput, textFields } from '#web/runtime/read-form.ts'
import { formTree } from '#pure/form-fields.ts'

export interface OwnReviewData {
  review: OwnReview
  secret: string
  /** It was written just now. */
  is_new: boolean
  /** Why pictures that were sent without scripts were not taken. */
  picture_problem: string | null
}

/** /danh-gia-cua-toi/{secret}: one's own review, to add pictures, to change and to erase. */
export const page = personalPage<OwnReviewData>({
  loader: async ({ services, params, url: { searchParams } }) => {
    const input = contract.ownReview.input.safeParse({ secret: params['secret'] })
    if (!input.success) return notFound
    const { secret } = input.data
    try {
      const review = await services.reviews.ownReview(null, { secret })
      const picture_problem = searchParams.get('loi')
      return { review, secret, is_new: searchParams.has('moi'), picture_problem }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'review_not_found') return notFound
      throw error
    }
  },
  actions: { change, erase, remove },
})

async function change({ services, params }: PersonalContext, form: FormData) {
  const fields = { ...formTree(textFields(form)), secret: params['secret'] }
  const input = readInput(contract.changeReview.input, fields)
  await services.reviews.changeReview(null, input)
  return { redirect: ownReviewUrl(input.secret) }
}

async function erase({ services, params }: PersonalContext, _form: FormData) {
  const { secret } = readInput(contract.eraseReview.input, { secret: params['secret'] })
  const { product } = await services.reviews.ownReview(null, { secret })
  await services.reviews.eraseReview(null, { secret })
  return { redirect: reviewsUrl(product.path) }
}

async function remove({ services, params }: PersonalContext, form: FormData) {
  form.set('secret', params['secret'] ?? '')
  const input = readForm(contract.removeReviewPicture.input, form)
  await services.reviews.removeReviewPicture(null, input)
  return { redirect: ownReviewUrl(input.secret) }
}
