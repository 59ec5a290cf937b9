import { z } from 'zod'
import { id } from '#contracts/fields.ts'
import { reviews as contract } from '#contracts/storefront/talk/reviews.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface ReportData {
  subject_id: number
  /** An address of this shop to return to. */
  back: string
  is_sent: boolean
}

const Wanted = z.object({
  loai: z.enum(['danh-gia']),
  so: id,
  ve: z
    .string()
    .regex(/^\/[a-z0-9][^\\]*$/i)
    .max(300),
  xong: z.string().optional(),
})

/** /bao-xau: tells staff of a review that breaks a rule. */
export const page = personalPage<ReportData>({
  loader: async ({ url }) => {
    const wanted = Wanted.safeParse(Object.fromEntries(url.searchParams))
    if (!wanted.success) return notFound
    const { so, ve, xong } = wanted.data
    return { subject_id: so, back: ve, is_sent: xong !== undefined }
  },
  actions: { report },
})

async function report({ services, caller, url }: PersonalContext, form: FormData) {
  const input = readForm(contract.reportReview.input, form)
  await services.reviews.reportReview(caller, input)
  const { searchParams } = url
  searchParams.set('xong', '1')
  return { redirect: `${url.pathname}?${searchParams}` }
}
