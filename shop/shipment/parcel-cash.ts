import { roundedDown } from '#shop/pricing/price/reduction.ts'

interface Share {
  /** What is missing of the order, in đồng. */
  missing: number
  /** What other couriers of the order collect, or have collected. */
  elsewhere: number
  /** Whether goods of the order still lie in no parcel. */
  has_rest: boolean
}

/**
 * What the courier of a new parcel collects: a part of what is missing, as its goods are a part of the order; the last
 * parcel collects the rest. So the parcels of an order collect exactly what is missing.
 */
export function cashOfNewParcel(
  { missing, elsewhere, has_rest }: Share,
  value: { of_parcel: number; of_order: number },
): number {
  const left = Math.max(0, missing - elsewhere)
  if (!has_rest) return left
  if (value.of_order === 0) return 0
  const share = (BigInt(missing) * BigInt(value.of_parcel)) / BigInt(value.of_order)
  return Math.min(left, roundedDown(Number(share)))
}

/** What it collects when it leaves: money may have come since it was packed, or the order is paid on delivery again. */
export function cashOfLeavingParcel({ missing, elsewhere, has_rest }: Share, own: number): number {
  const left = Math.max(0, missing - elsewhere)
  return has_rest ? Math.min(own, left) : left
}
