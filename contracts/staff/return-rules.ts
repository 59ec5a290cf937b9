import { z } from 'zod'
import { dong, typedDong, whole } from '#contracts/fields.ts'
import { ReturnReason } from '#contracts/staff/returns.ts'
import { operation } from '#pure/contract.ts'

/** What the shop keeps of the value, in percent, of goods that come back for this reason up to this day. */
const ReturnFee = z.object({ reason: ReturnReason, up_to_day: z.int(), percent: z.int() })

const ReturnRules = z.object({
  /** Đồng that may be given as goodwill in one month of Vietnam. */
  goodwill_per_month: dong,
  /** By reason, the shortest term first. After the last one of a reason nothing is taken back for it. */
  fees: z.array(ReturnFee),
})
export type ReturnRules = z.infer<typeof ReturnRules>

/** For how long goods are taken back, at what fee, and the budget for goodwill (decisions 153, 154). */
export const returnRules = {
  rules: operation({
    method: 'GET',
    path: '/return-rules',
    summary: 'The rules of returns, and who changed them last.',
    access: 'staff',
    permission: 'returns.rules',
    input: z.object({}),
    output: ReturnRules.extend({
      /** Raised by every change. */
      version: z.int(),
      changed_at: z.iso.datetime().nullable(),
      changed_by: z.string().nullable(),
    }),
  }),
  setRules: operation({
    method: 'POST',
    path: '/return-rules/set',
    summary: 'Replace the rules, if nobody has changed them since they were shown.',
    access: 'staff',
    permission: 'returns.rules',
    input: z.object({
      goodwill_per_month: typedDong(0, 100_000_000_000),
      fees: z
        .array(
          z.object({ reason: ReturnReason, up_to_day: whole(0, 3_650), percent: whole(0, 100) }),
        )
        .max(30),
      /** The version that was shown. */
      version: whole(1, 2_147_483_647),
    }),
    output: z.object({ version: z.int() }),
    refusals: {
      return_rules_changed: {
        status: 409,
        meaning: 'Somebody has changed the rules of returns meanwhile.',
      },
      return_term_twice: {
        status: 422,
        meaning: 'A reason has two fees for the same day.',
      },
    },
  }),
}
