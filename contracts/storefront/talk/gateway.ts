import { z } from 'zod'
import { limits } from '#contracts/limits.ts'
import { passed_on, passedCall } from '#contracts/storefront/talk/passed-on.ts'
import { type Contract, operation, type PassedOn, type Refusals } from '#pure/contract.ts'

const refusals_of_all: Refusals = Object.fromEntries(
  Object.values(passed_on as Record<string, Contract>).flatMap((contract) =>
    Object.values(contract).flatMap((each) => Object.entries(each.refusals)),
  ),
)

const input = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  /** A path with its query: /v1/reviews?product_id=1. */
  url: z.string().min(1).max(500),
  body: z.record(z.string(), z.unknown()).optional(),
})

/** Null too if the fields are not those of the operation: then nothing is done. */
function passesOn(asked: unknown): PassedOn | null {
  const call = input.safeParse(asked)
  const passed = call.success ? passedCall(call.data) : null
  const fields = passed?.operation.input.safeParse(passed.fields)
  if (passed === null || fields?.success !== true) return null
  return { operation: passed.operation, input: fields.data }
}

/**
 * The gateway of the comment client (contract §7): the caller gives method, url and body. Served under /api/comment.
 */
export const talkGateway = {
  callTalk: operation({
    method: 'POST',
    path: '/v1/gateway',
    summary:
      'Call an operation of reviews or comments by its method and path. There is no auth header: over the wire nobody is known, so writes bring the code of a phone, and one’s own texts their secret.',
    access: 'public',
    limits: limits.talk_gateway,
    passesOn,
    input,
    output: z.unknown(),
    refusals: {
      ...(refusals_of_all as Record<never, never>),
      call_not_allowed: {
        status: 404,
        meaning: 'The gateway passes on calls of reviews and comments alone.',
      },
      token_is_invalid: { status: 401, meaning: 'This needs a caller, which only pages have.' },
    },
  }),
}
