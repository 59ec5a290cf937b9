import { z } from 'zod'
import { dong, typedDong, whole } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

/** A percentage with two decimals, as it is typed: "0,5" or "0.5". */
const typedPercent = (max: number) =>
  z
    .union([z.string().trim(), z.number().transform(String)])
    .transform((text) => text.replace(',', '.'))
    .refine((text) => /^\d{1,2}(\.\d{1,2})?$/.test(text) && Number(text) <= max)
    .transform(Number)

const Tier = z.object({
  code: z.string(),
  name: z.string(),
  /** Đồng spent in this calendar year and the year before. */
  threshold: dong,
  /** Points for each 100 đồng. */
  point_percent: z.number(),
  /** Đồng; 0: no voucher. */
  birthday_voucher: dong,
  rank_up_voucher: dong,
  /** One benefit in a line. */
  benefits: z.string(),
  /** How many members have it now. */
  members: z.int(),
})
export type StaffTier = z.infer<typeof Tier>

/** The tiers of members and how points are spent (decision 194). */
export const loyalty = {
  tiers: operation({
    method: 'GET',
    path: '/loyalty/tiers',
    summary: 'The tiers of members, the rule of points, and who changed them last.',
    access: 'staff',
    permission: 'loyalty.see',
    input: z.object({}),
    output: z.object({
      tiers: z.array(Tier),
      points_last_months: z.int(),
      /** The largest part of an order that points pay, in percent. */
      max_points_percent: z.int(),
      /** Points that members have and may still spend. */
      points_open: z.int(),
      /** Raised by every change. */
      version: z.int(),
      changed_at: z.iso.datetime().nullable(),
      changed_by: z.string().nullable(),
      may_change: z.boolean(),
    }),
  }),
  setTiers: operation({
    method: 'POST',
    path: '/loyalty/tiers/set',
    summary:
      'Change what tiers ask and give, if nobody has changed them since they were shown. Members are counted anew within a day.',
    access: 'staff',
    permission: 'loyalty.rules',
    input: z.object({
      tiers: z
        .array(
          z.object({
            code: z.string().max(20),
            threshold: typedDong(0, 10_000_000_000),
            point_percent: typedPercent(20),
            birthday_voucher: typedDong(0, 5_000_000),
            rank_up_voucher: typedDong(0, 5_000_000),
            benefits: z.string().trim().max(1_000),
          }),
        )
        .max(10),
      points_last_months: whole(1, 60),
      max_points_percent: whole(0, 90),
      /** The version that was shown. */
      version: whole(1, 2_147_483_647),
    }),
    output: z.object({ version: z.int() }),
    refusals: {
      tiers_changed: { status: 409, meaning: 'Somebody has changed the tiers meanwhile.' },
      tiers_out_of_order: {
        status: 422,
        meaning: 'The first tier begins at zero, and each next one asks for more.',
      },
    },
  }),
}
