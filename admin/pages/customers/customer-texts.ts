import type { CustomerBlock, CustomerEvent } from '#contracts/staff/customers.ts'

export const block_titles: Record<CustomerBlock, string> = {
  prepay: 'Phải trả trước',
  no_orders: 'Không nhận đơn',
}

/** What happened, as the rest of a sentence that begins with who did it. */
export const customer_event_titles: Record<CustomerEvent['kind'], string> = {
  note: 'ghi chú',
  phone_shown: 'đã xem số điện thoại',
  prepay: 'chặn: phải trả trước',
  no_orders: 'chặn: không nhận đơn',
  unblocked: 'bỏ chặn',
  joined: 'gộp với một số khác của khách',
  parted: 'tách số này ra',
}

/** A value of the ledger about a customer; null if it has no words of its own. */
export function customerValueText(field: string, value: unknown): string | null {
  // Numbers of one customer share an id that says nothing to readers.
  if (field === 'person') return value === null ? null : 'chung một khách'
  if (field === 'block') return block_titles[value as CustomerBlock] ?? null
  return field === 'kind' ? (customer_event_titles[value as CustomerEvent['kind']] ?? null) : null
}
