import { z } from 'zod'
import { line, provinceId, whole } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

/** Official code of a current province, such as 79. */
export const provinceCode = z.string().regex(/^\d{2}$/, 'Vui lòng chọn tỉnh, thành phố.')

/** Id of a ward or district: its official code without leading zeros. */
export const unitId = whole(1, 2_147_483_647)

/** A province in force since 2025-07-01, and the retailer's provinces that were merged into it. */
export const OfficialProvince = z.object({
  province_code: z.string(),
  name: z.string(),
  kind: z.enum(['tỉnh', 'thành phố']),
  /** The first one gives the prices of the province: it has the same name. Empty: the retailer does not sell there. */
  province_ids: z.array(z.int()),
  /** Names of provinces before 2025-07-01 that became this one. */
  former_names: z.array(z.string()),
  /** The place among the popular provinces, from 1; null for the others. */
  popular_position: z.int().nullable(),
})
export type OfficialProvince = z.infer<typeof OfficialProvince>

/** A ward in force. `ward_id` is its official code as a number (00004 is 4). */
export const Ward = z.object({
  ward_id: z.int(),
  name: z.string(),
  province_code: z.string(),
  province_name: z.string(),
})
export type Ward = z.infer<typeof Ward>

export const LegacyProvince = z.object({ legacy_code: z.string(), name: z.string() })
export type LegacyProvince = z.infer<typeof LegacyProvince>

export const LegacyDistrict = z.object({ district_id: z.int(), name: z.string() })
export type LegacyDistrict = z.infer<typeof LegacyDistrict>

/** A ward of before 2025-07-01 and its successors: several wards if it was split. */
export const LegacyWard = z.object({
  ward_id: z.int(),
  name: z.string(),
  /** Abolished or renamed before 2025-07-01. */
  is_former: z.boolean(),
  new_wards: z.array(Ward).min(1),
})
export type LegacyWard = z.infer<typeof LegacyWard>

/** Data of the refusal ward_was_split: the old ward as text, and its successors. */
export const SplitWard = z.object({ legacy_address: z.string(), candidates: z.array(Ward) })
export type SplitWard = z.infer<typeof SplitWard>

/** Administrative units, current and of before 2025-07-01. Part of the locations service. */
export const unitOperations = {
  officialProvinces: operation({
    method: 'GET',
    path: '/v1/official-provinces',
    summary: 'The 34 current provinces, sorted by name.',
    access: 'public',
    input: z.object({}),
    output: z.array(OfficialProvince),
  }),
  wards: operation({
    method: 'GET',
    path: '/v1/wards',
    summary:
      'Search current wards by the beginnings of words, with or without accents. Restrict by a current province (province_code) or by a province of the retailer (province_id).',
    access: 'public',
    input: z.object({
      q: line(100).default(''),
      province_code: provinceCode.optional(),
      province_id: provinceId.optional(),
      size: whole(1, 200).default(20),
    }),
    output: z.array(Ward),
  }),
  legacyProvinces: operation({
    method: 'GET',
    path: '/v1/legacy-provinces',
    summary: 'The 63 provinces of before 2025-07-01, sorted by name.',
    access: 'public',
    input: z.object({}),
    output: z.array(LegacyProvince),
  }),
  legacyDistricts: operation({
    method: 'GET',
    path: '/v1/legacy-districts',
    summary: 'Districts of a province, as of before 2025-07-01.',
    access: 'public',
    input: z.object({ legacy_code: provinceCode }),
    output: z.array(LegacyDistrict),
  }),
  legacyWards: operation({
    method: 'GET',
    path: '/v1/legacy-wards',
    summary: 'Wards of a district, as of before 2025-07-01, each with its current successors.',
    access: 'public',
    input: z.object({ district_id: unitId }),
    output: z.array(LegacyWard),
  }),
} as const
