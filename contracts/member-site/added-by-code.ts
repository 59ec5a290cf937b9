import { z } from 'zod'
import { confirm_needed, signed_out, token } from '#contracts/member-site/member-fields.ts'
import { operation } from '#pure/contract.ts'

/** Something that a code to the phone alone has added to an account of before. */
const Added = z.object({
  kind: z.enum(['passkey', 'identity', 'email', 'password']),
  /** What its owner would recognise it by; empty for a password. */
  name: z.string(),
  added_at: z.iso.datetime(),
})
export type Added = z.infer<typeof Added>

/** What a code alone has added: its owner sees it and removes it at once (decision 234). */
export const addedByCode = {
  addedByCode: operation({
    method: 'POST',
    path: '/added',
    summary: 'What a code alone has added to the account in the last 30 days.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({
      added: z.array(Added),
      /** Whether this session has proven itself by something else, so that it may keep what was added. */
      may_keep: z.boolean(),
    }),
    refusals: signed_out,
  }),
  removeAdded: operation({
    method: 'POST',
    path: '/added/remove',
    summary: 'Remove all of it, and end all other sessions.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({}),
    refusals: { ...signed_out, ...confirm_needed },
  }),
  keepAdded: operation({
    method: 'POST',
    path: '/added/keep',
    summary: 'Keep all of it: the member has added it.',
    access: 'public',
    input: z.object({ token }),
    output: z.object({}),
    refusals: { ...signed_out, ...confirm_needed },
  }),
}
