import { addresses } from '#admin/addresses/addresses.ts'
import {
  countPath,
  customerPath,
  orderPath,
  parcelPath,
  ticketPath,
  receiptPath,
  returnPath,
  tradeInPath,
  transferPath,
  unitPath,
  usedUnitPath,
} from '#admin/addresses/paths.ts'
import type { Found, FoundKind } from '#contracts/staff/find.ts'

const paths: Record<FoundKind, (key: string) => string> = {
  customer: customerPath,
  order: orderPath,
  parcel: parcelPath,
  ticket: ticketPath,
  return: returnPath,
  unit: unitPath,
  used_unit: (imei_id) => usedUnitPath(Number(imei_id)),
  trade_in: tradeInPath,
  product: (sku) => `${addresses.stock.path}?${new URLSearchParams({ q: sku })}`,
  receipt: receiptPath,
  transfer: transferPath,
  count: countPath,
  money: orderPath,
}

/** The page of what was found. Money that belongs to no order is shown with all other such money. */
export function foundPath(kind: FoundKind, { key }: Pick<Found, 'key'>): string {
  return key === null ? addresses.reconciliation.path : paths[kind](key)
}
