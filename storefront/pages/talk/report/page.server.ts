import { z } from 'zod'
import { id } from '#contracts/fields.ts'
import { comments } from '#contracts/storefront/talk/comments.ts'
import { reviews } from '#contracts/storefront/talk/reviews.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface ReportData {
  kind: 'review' | 'comment'
  subject_id: number
  /** An address of this shop to return to. */
  back: string
  is_sent: boolean
}

const Wanted = z.object({
  loai: z.enum(['danh-gia', 'binh-luan']),
  so: id,
  ve: z
    .string()
    .regex(/^\/[a-z0-9][^\\]*$/i)
    .max(300),
  xong: z.string().optional(),
})

/** /bao-xau: tells staff of a review or a comment that breaks a rule. */
export const page = personalPage<ReportData>({
  loader: async ({ url }) => {
    const wanted = Wanted.safeParse(Object.fromEntries(url.searchParams))
    if (!wanted.success) return notFound
    const { loai, so, ve, xong } = wanted.data
    const kind = loai === 'danh-gia' ? 'review' : 'comment'
    return { kind, subject_id: so, back: ve, is_sent: xong !== undefined }
  },
  actions: { report },
})

async function report({ services, caller, url }: PersonalContext, form: FormData) {
  if (form.has('comment_id')) {
    const input = readForm(comments.reportComment.input, form)
    await services.comments.reportComment(caller, input)
  } else {
    const input = readForm(reviews.reportReview.input, form)
    await services.reviews.reportReview(caller, input)
  }
  const { searchParams } = url
  searchParams.set('xong', '1')
  return { redirect: `${url.pathname}?${searchParams}` }
}
