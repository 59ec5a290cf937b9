import { z } from 'zod'
import { LegacyDistrict, LegacyWard, SplitWard } from '#contracts/storefront/units.ts'
import { declared } from '#pure/contract.ts'

/** Lists of the former districts and wards, as far as a form without scripts has requested them. */
export const LegacyLists = z.object({
  districts: z.array(LegacyDistrict),
  wards: z.array(LegacyWard),
})
export type LegacyLists = z.infer<typeof LegacyLists>

/** Refusals of the pages themselves, when a form needs another choice first. */
export const pageRefusals = declared({
  ward_to_choose: { status: 409, meaning: 'Several wards have this name.', data: SplitWard },
  nothing_to_buy_again: { status: 409, meaning: 'Nothing of the order is still sold.' },
  legacy_lists: { status: 409, meaning: 'A district or a ward must be chosen.', data: LegacyLists },
})
