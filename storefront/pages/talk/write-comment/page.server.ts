import {
  type CommentOffer,
  comments as contract,
  TalkSubjectKind,
} from '#contracts/storefront/talk/comments.ts'
import type { Picture } from '#contracts/storefront/catalog.ts'
import { Refusal } from '#pure/contract.ts'
import { ownCommentUrl, writeCommentUrl } from '#storefront/addresses/talk-links.ts'
import { productPicture } from '#storefront/commerce/talk/product-picture.ts'
import { moved, notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface WriteCommentData {
  offer: CommentOffer
  /** Of a product. */
  picture: Picture | null
  /** What was begun in the box of a page. */
  begun: string
  /** YYYY-MM-DD */
  today: string
}

/** /dat-cau-hoi/{page}: the form of a question or a reply. */
export const page = personalPage<WriteCommentData>({
  loader: async (context) => {
    const { services, caller, params, now } = context
    const { searchParams } = context.url
    try {
      const { kind, id, moved_to } = await services.catalog.resolve(null, {
        path: params['*'] ?? '',
      })
      if (moved_to !== null) return moved(writeCommentUrl(moved_to), 301)
      const subject = contract.offerComment.input.safeParse({
        subject_kind: TalkSubjectKind.safeParse(kind).data,
        subject_id: id,
        parent_id: searchParams.get('tra-loi') ?? undefined,
      })
      if (!subject.success) return notFound
      const offer = await services.comments.offerComment(caller, subject.data)
      const begun = (searchParams.get('cau-hoi') ?? '').slice(0, 1_000)
      const { subject_kind, subject_id } = offer.subject
      const picture = subject_kind === 'product' ? await productPicture(context, subject_id) : null
      return { offer, picture, begun, today: vietnamDay(now) }
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return notFound
      throw error
    }
  },
  actions: { write },
})

async function write({ services, caller }: PersonalContext, form: FormData) {
  const input = readForm(contract.writeComment.input, form)
  const { secret } = await services.comments.writeComment(caller, input)
  return { redirect: ownCommentUrl(secret, { moi: 1 }) }
}
