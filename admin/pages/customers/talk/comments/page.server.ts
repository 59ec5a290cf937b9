import { filledQuery, staffPage } from '#admin/runtime/page.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { talk as contract } from '#contracts/staff/members/talk.ts'

export type CommentsData = Awaited<ReturnType<StaffServices['talk']['comments']>> & { now: number }

/** /noi-bo/hoi-dap: questions of shoppers, with the clock of the promise. */
export const page = staffPage<CommentsData>({
  needs: 'talk.comments',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.comments.input.safeParse(filledQuery(searchParams)).data ?? {}
    return { ...(await services.talk.comments(actor, input)), now: Date.now() }
  },
})
