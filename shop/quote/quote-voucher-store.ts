import type { Database } from '#db/schema.ts'
import { voucherRows } from '#shop/pricing/voucher/voucher-rows.ts'
import type { VoucherOffer } from '#shop/pricing/voucher/voucher-rule.ts'

/** Vouchers by their codes, those that give nothing any more too. */
export async function findVouchers(
  db: Database,
  codes: readonly string[],
): Promise<Map<string, VoucherOffer>> {
  if (codes.length === 0) return new Map()
  const { rows } = await voucherRows(codes).execute(db)
  return new Map(rows.map((row) => [row.code, row]))
}
