import { z } from 'zod'
import { typedDong, whole } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

/** Rules of cash on delivery. Null: no limit. */
export const CodRuleSet = z.object({
  /** Greatest total of an order in đồng. */
  max_total: z.int().nullable(),
  /** Greatest quantity of units in an order, gifts included. */
  max_quantity: z.int().nullable(),
  /** Unconfirmed orders of one phone. */
  max_open_orders: z.int().nullable(),
  /** A phone with so many parcels that came back pays before delivery. */
  max_came_back: z.int().nullable(),
  /** Orders of one network on one day that are paid on delivery. */
  max_per_network: z.int().nullable(),
  /** Unpaid orders of this total and above are confirmed by a call, not by a button or a job. */
  call_from: z.int().nullable(),
  /** Hours after which an unconfirmed, unpaid order is cancelled and its units are free again. */
  release_after_h: z.int().nullable(),
})
export type CodRuleSet = z.infer<typeof CodRuleSet>

/** An empty field of a form means that there is no limit. */
const none = z.union([z.literal('').transform(() => null), z.null()])
const limit = (max: number) => z.union([none, whole(1, max)])
const sum = (max: number) => z.union([none, typedDong(1, max)])

/** Who may pay on delivery, and how long an order may stay unconfirmed (decision 128). */
export const cod = {
  codRules: operation({
    method: 'GET',
    path: '/cod-rules',
    summary: 'The rules of cash on delivery, and who changed them last.',
    access: 'staff',
    permission: 'cod.see',
    input: z.object({}),
    output: z.object({
      rules: CodRuleSet,
      /** Raised by every change. */
      version: z.int(),
      changed_at: z.iso.datetime().nullable(),
      changed_by: z.string().nullable(),
      may_change: z.boolean(),
    }),
  }),
  setCodRules: operation({
    method: 'POST',
    path: '/cod-rules/set',
    summary: 'Replace the rules, if nobody has changed them since they were shown.',
    access: 'staff',
    permission: 'cod.change',
    input: z.object({
      max_total: sum(100_000_000_000),
      max_quantity: limit(100_000),
      max_open_orders: limit(10_000),
      max_came_back: limit(1_000),
      max_per_network: limit(100_000),
      call_from: sum(1_000_000_000),
      release_after_h: limit(8_760),
      /** The version that was shown. */
      version: whole(1, 2_147_483_647),
    }),
    output: z.object({ version: z.int() }),
    refusals: {
      rules_changed: {
        status: 409,
        meaning: 'Somebody has changed the rules meanwhile. `rules` are in force.',
        data: z.object({ rules: CodRuleSet, changed_by: z.string().nullable() }),
      },
    },
  }),
}
