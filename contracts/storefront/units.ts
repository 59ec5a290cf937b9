import { z } from 'zod'
import { line, provinceId, whole } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

/** Official code of a province in force, such as 79. */
export const provinceCode = z.string().regex(/^\d{2}$/, 'Vui lòng chọn tỉnh, thành phố.')

/** Number of a ward or district: its official code without the zeros in front. */
export const unitId = whole(1, 2_147_483_647)

/** A province in force since 2025-07-01 and the retailer's provinces that it was made of. */
export const OfficialProvince = z.object({
  province_code: z.string(),
  name: z.string(),
  kind: z.enum(['tỉnh', 'thành phố']),
  province_ids: z.array(z.int()),
})
export type OfficialProvince = z.infer<typeof OfficialProvince>

/** A ward in force: `ward_id` is its official code as a number (00004 is 4). */
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

/** A ward of before 2025-07-01 and what became of it: several wards where it was split. */
export const LegacyWard = z.object({
  ward_id: z.int(),
  name: z.string(),
  /** Gone or renamed before that day already. */
  is_former: z.boolean(),
  new_wards: z.array(Ward).min(1),
})
export type LegacyWard = z.infer<typeof LegacyWard>

/** data of the refusal ward_was_split: an old ward in words, and the wards it became. */
export const SplitWard = z.object({ legacy_address: z.string(), candidates: z.array(Ward) })
export type SplitWard = z.infer<typeof SplitWard>

/** Administrative units of today and of before 2025-07-01; part of the locations service. */
export const unitOperations = {
  officialProvinces: operation({
    method: 'GET',
    path: '/v1/official-provinces',
    summary: 'The 34 provinces in force, by name.',
    access: 'public',
    input: z.object({}),
    output: z.array(OfficialProvince),
  }),
  wards: operation({
    method: 'GET',
    path: '/v1/wards',
    summary:
      'Wards in force by the beginning of their words, accents or not; of a province in force (province_code) or of one of the retailer’s (province_id).',
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
    summary: 'The 63 provinces of before 2025-07-01, by name.',
    access: 'public',
    input: z.object({}),
    output: z.array(LegacyProvince),
  }),
  legacyDistricts: operation({
    method: 'GET',
    path: '/v1/legacy-districts',
    summary: 'Districts of a province of before 2025-07-01.',
    access: 'public',
    input: z.object({ legacy_code: provinceCode }),
    output: z.array(LegacyDistrict),
  }),
  legacyWards: operation({
    method: 'GET',
    path: '/v1/legacy-wards',
    summary: 'Wards of a district of before 2025-07-01, each with the wards in force it became.',
    access: 'public',
    input: z.object({ district_id: unitId }),
    output: z.array(LegacyWard),
  }),
} as const
