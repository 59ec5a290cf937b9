import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { talk as contract } from '#contracts/staff/members/talk.ts'

export type ReviewsData = Awaited<ReturnType<StaffServices['talk']['reviews']>> & { now: number }

/** /noi-bo/danh-gia: reviews of shoppers. */
export const page = staffPage<ReviewsData>({
  needs: 'talk.reviews',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.reviews.input.safeParse(filledQuery(searchParams)).data ?? {}
    return { ...(await services.talk.reviews(actor, input)), now: Date.now() }
  },
})
