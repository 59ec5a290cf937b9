import { z } from 'zod'
import { operation } from '#pure/contract.ts'

/** The profile of a member (contract §3). `phone` as people write it: 0912345678. */
export const MemberProfile = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
})
export type MemberProfile = z.infer<typeof MemberProfile>

/** What belongs to a member (contract §7). Served under /api/loyalty. */
export const loyalty = {
  profile: operation({
    method: 'GET',
    path: '/profile',
    summary: 'Get the profile of the member who calls.',
    access: 'member',
    input: z.object({}),
    output: MemberProfile,
    refusals: {
      profile_not_found: { status: 404, meaning: 'The account of this member was erased.' },
    },
  }),
}
