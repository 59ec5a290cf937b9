import type { z } from 'zod'
import type { OrderAge, orders as contract } from '#contracts/staff/orders.ts'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { Reach } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import type { StaffId } from '#pure/ids.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { tagKey } from '#shop/order/order-tag-store.ts'
import { searchedPhone } from '#shop/views/order/searched-phone.ts'

type ListInput = Omit<z.output<typeof contract.orders.input>, 'page'>

/** What the entered search text names. At most one field is set. */
interface OrderSearch {
  code: string | null
  /** The last digits of a phone from its end, as a pattern: "8765%". */
  phone_end: string | null
  /** Words of a name without accents, as a query of PostgreSQL: "nguyen & van & an". */
  names: string | null
}

/** The conditions of a list; null: not restricted. */
export interface OrderFilter extends OrderSearch {
  state: OrderState | null
  method: string | null
  is_paid: boolean | null
  delivery: string | null
  shop_id: number | null
  province_id: number | null
  assigned_to: StaffId | null
  made_by: StaffId | null
  is_made_by_staff: boolean | null
  /** As it is compared. */
  tag_key: string | null
  /** Only orders that the member of staff may see. */
  reach: Reach
  /** Made at or after, and before. */
  since: Date | null
  until: Date | null
  sort: 'newest' | 'oldest'
}

type Reader = StaffActor & { reach: Reach }

/** Reads the filter of a list from its address, for the member of staff who reads it. */
export function orderFilter(input: ListInput, reader: Reader, now: Date): OrderFilter {
  const { staff_id, reach } = reader
  const { state, q, method, paid, delivery, shop, province, assigned, made, tag, age, sort } = input
  const search = readSearch(q ?? '')
  return {
    ...search,
    phone_end: searchedPhone(search.phone_end, reader),
    state: state ?? null,
    method: method ?? null,
    is_paid: paid === undefined ? null : paid === 'yes',
    delivery: delivery ?? null,
    shop_id: shop ?? null,
    province_id: province ?? null,
    assigned_to: assigned === 'me' ? staff_id : null,
    made_by: made === 'me' ? staff_id : null,
    is_made_by_staff: made === undefined || made === 'me' ? null : made === 'staff',
    tag_key: tag ? tagKey(tag) : null,
    reach,
    ...timesOf(age, now),
    sort: sort ?? 'newest',
  }
}

const nothing: OrderSearch = { code: null, phone_end: null, names: null }

/** Reads a search text: an order code, a phone in any notation or its last digits, else words of a name. */
function readSearch(text: string): OrderSearch {
  const [, day, random] = /^DH(\d{6})[\s-]?([0-9A-Z]{8})$/.exec(text.trim().toUpperCase()) ?? []
  if (day !== undefined && random !== undefined) return { ...nothing, code: `DH${day}-${random}` }
  const digits = text.normalize('NFKC').replace(/[\s.()+\-‐-―·]/g, '')
  if (/^\d{4,15}$/.test(digits)) {
    const end = [...significant(digits)].toReversed().join('')
    return { ...nothing, phone_end: `${end}%` }
  }
  const words = fold(text).match(/[a-z0-9]+/g) ?? []
  if (words.length > 0) return { ...nothing, names: words.join(' & ') }
  // A text without letters and digits is no code: it finds nothing.
  return text.trim() === '' ? nothing : { ...nothing, code: text }
}

/** The digits of a phone without its prefix. Up to nine digits may be the end of any number. */
export function significant(digits: string): string {
  return digits.length < 10 ? digits : digits.replace(/^(0084|84(?=\d{9,10}$))?0?/, '')
}

const hour_ms = 3_600_000
const ages: Record<OrderAge, { side: 'since' | 'until'; ms: number }> = {
  under_1d: { side: 'since', ms: day_ms },
  under_7d: { side: 'since', ms: 7 * day_ms },
  under_30d: { side: 'since', ms: 30 * day_ms },
  over_1h: { side: 'until', ms: hour_ms },
  over_4h: { side: 'until', ms: 4 * hour_ms },
  over_1d: { side: 'until', ms: day_ms },
}

function timesOf(age: OrderAge | undefined, now: Date): Pick<OrderFilter, 'since' | 'until'> {
  if (age === undefined) return { since: null, until: null }
  const { side, ms } = ages[age]
  return { since: null, until: null, [side]: new Date(now.getTime() - ms) }
}
