import type { z } from 'zod'
import type { Problem } from '#admin/runtime/page.ts'
import type { ScanDifference } from '#contracts/staff/parcels.ts'

/** The problem of a form whose scanned codes are not those of the order. */
export function problemOfScan({ missing, unexpected }: z.infer<typeof ScanDifference>): Problem {
  const texts = [
    ...missing.map(({ quantity, name, sku }) => `còn thiếu ${quantity} × ${name} (${sku})`),
    ...unexpected.map((code) => `“${code}” không thuộc đơn này`),
  ]
  const problem = `Chưa đúng hàng: ${texts.join('; ')}.`
  return { status: 422, problem, refused: unexpected }
}

/** The problem of a form with units that another order or parcel holds. */
export function problemOfTaken(codes: readonly string[]): Problem {
  return {
    status: 409,
    problem: `Máy đang nằm trong đơn hoặc kiện khác: ${codes.join(', ')}.`,
    refused: codes,
  }
}
