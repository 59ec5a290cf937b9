import { z } from 'zod'
import { LegacyDistrict, LegacyWard, SplitWard } from '#contracts/storefront/units.ts'
import { declared } from '#pure/contract.ts'

/** Lists of the units of before, as far as they were asked for without scripts. */
export const LegacyLists = z.object({
  districts: z.array(LegacyDistrict),
  wards: z.array(LegacyWard),
})
export type LegacyLists = z.infer<typeof LegacyLists>

/** Refusals that pages answer with by themselves, where a form needs another choice first. */
export const pageRefusals = declared({
  ward_to_choose: { status: 409, meaning: 'Several wards have this name.', data: SplitWard },
  legacy_lists: { status: 409, meaning: 'More is to be chosen.', data: LegacyLists },
})
