import type { CurrentProvince, ShopDirectory } from '#contracts/storefront/locations.ts'

/** A province of today that a list of shops offers, with the provinces before 2025-07-01 that are a part of it. */
export interface OfferedProvince extends Omit<CurrentProvince, 'province_ids'> {
  /** How many shops it has. */
  count: number
}

export function offeredProvinces({ provinces }: ShopDirectory): OfferedProvince[] {
  return provinces.map(({ province, former, total }) => ({
    ...{ province_id: province.Id ?? 0, name: province.Name },
    ...{ former, count: total },
  }))
}

/** Returns the first of some numbers that an offered province has, under its own or a former name. */
export function offeredProvince<Offered extends Pick<OfferedProvince, 'province_id' | 'former'>>(
  provinces: readonly Offered[],
  ...wanted: (number | null | undefined)[]
): Offered | undefined {
  const known = new Map(
    provinces.flatMap((one) => [one, ...one.former].map((part) => [part.province_id, one])),
  )
  const found = wanted.find((id) => id != null && known.has(id))
  return found == null ? undefined : known.get(found)
}
