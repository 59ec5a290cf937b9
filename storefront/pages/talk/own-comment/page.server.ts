import { comments as contract, type OwnComment } from '#contracts/storefront/talk/comments.ts'
import { Refusal } from '#pure/contract.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { commentsUrl, ownCommentUrl } from '#storefront/addresses/talk-links.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm, readInput } from '#web/runtime/read-form.ts'

export interface OwnCommentData {
  comment: OwnComment
  secret: string
  /** It was written just now. */
  is_new: boolean
  /** YYYY-MM-DD */
  today: string
}

/** /binh-luan-cua-toi/{secret}: one's own question or reply, to follow, to change and to erase. */
export const page = personalPage<OwnCommentData>({
  loader: async ({ services, params, url: { searchParams }, now }) => {
    const input = contract.ownComment.input.safeParse({ secret: params['secret'] })
    if (!input.success) return notFound
    const { secret } = input.data
    try {
      const comment = await services.comments.ownComment(null, { secret })
      return { comment, secret, is_new: searchParams.has('moi'), today: vietnamDay(now) }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'comment_not_found') return notFound
      throw error
    }
  },
  actions: { change, erase },
})

async function change({ services, params }: PersonalContext, form: FormData) {
  form.set('secret', params['secret'] ?? '')
  const input = readForm(contract.changeComment.input, form)
  await services.comments.changeComment(null, input)
  return { redirect: ownCommentUrl(input.secret) }
}

async function erase({ services, params }: PersonalContext, _form: FormData) {
  const { secret } = readInput(contract.eraseComment.input, { secret: params['secret'] })
  const { subject } = await services.comments.ownComment(null, { secret })
  await services.comments.eraseComment(null, { secret })
  return { redirect: commentsUrl(subject.path) }
}
