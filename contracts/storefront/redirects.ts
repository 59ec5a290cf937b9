import { z } from 'zod'
import { operation } from '#pure/contract.ts'

/** Where an address leads. */
export const Redirect = z.object({
  target: z.string(),
  status: z.union([z.literal(301), z.literal(302)]),
  /** The rule permits another site. */
  is_external: z.boolean(),
})
export type Redirect = z.infer<typeof Redirect>

/** Redirect rules of the shop (contract §2). Served under /api/redirects. */
export const redirects = {
  find: operation({
    method: 'GET',
    path: '/v1/find',
    summary: 'Where a path leads by the rules of the shop; null: nowhere else.',
    access: 'public',
    input: z.object({ path: z.string().max(2_000) }),
    output: Redirect.nullable(),
  }),
}
