import { z } from 'zod'
import {
  dong,
  flag,
  id,
  line,
  provinceId,
  requiredLine,
  solvedCaptcha,
  whole,
} from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { operation } from '#pure/contract.ts'
import { vietnamInstant } from '#pure/vietnam-time.ts'

/** The rules of bookings that pages tell shoppers (decision 218). */
export const booking_rules = {
  /** Days that can be booked, today included. */
  days: 14,
  /** Minutes from now to the first time that can be booked. */
  lead_minutes: 60,
  /** Services in one booking. */
  max_lines: 5,
  /** Open bookings of one phone. */
  max_open: 3,
  /** How often one booking can be moved: each move is a message to its phone. */
  max_moves: 5,
  /** How often all open bookings of a phone, and those that were made in the last day, can be changed. */
  max_moves_of_phone: 10,
} as const

export const BookingState = z.enum(['booked', 'received', 'no_show', 'cancelled'])
export type BookingState = z.infer<typeof BookingState>

const Slot = z.object({
  starts_at: z.iso.datetime(),
  /** HH:MM in Vietnam. */
  time: z.string(),
  is_free: z.boolean(),
})

export const BookingDay = z.object({
  /** YYYY-MM-DD */
  day: z.iso.date(),
  /** The day of the lunar calendar, such as "29/12". */
  lunar: z.string(),
  /** What is celebrated on this day, if anything. */
  feast: z.string().nullable(),
  /** Why the shop is closed on this day; null: it is open. */
  closed: z.string().nullable(),
  slots: z.array(Slot),
})
export type BookingDay = z.infer<typeof BookingDay>

export const ServiceLine = z.object({
  item_id: z.int(),
  name: z.string(),
  quantity: z.int(),
  /** Đồng for one. */
  price: dong,
  minutes: z.int(),
  warranty_months: z.int(),
})

export const Booking = z.object({
  code: z.string(),
  /** Opens the booking in any browser. */
  secret: z.string(),
  /** A picture of the code, which staff scan: a data: URL. */
  qr: z.string(),
  state: BookingState,
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  shop: z.object({
    shop_id: z.int(),
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    time_opening: z.string(),
    province_id: z.int(),
    /** A link to the way there. */
    directions: z.string(),
  }),
  lines: z.array(ServiceLine.extend({ thumbnail: z.string().nullable() })),
  total: dong,
  name: z.string(),
  /** Masked: whoever has the link may see the rest. */
  phone: z.string(),
  email: z.string().nullable(),
  notes: z.string().nullable(),
  /** Grows with every change. */
  version: z.int(),
  /** Whether it can still be moved and cancelled. */
  is_open: z.boolean(),
})
export type Booking = z.infer<typeof Booking>

/** The next free times, for a shopper whose own is not to be had. */
const OtherTimes = z.object({ slots: z.array(z.object({ starts_at: z.iso.datetime() })) })

/**
 * When the shopper comes: an ISO time with an offset, or a local time of Vietnam as YYYY-MM-DDTHH:MM[:SS],
 * YYYY-MM-DD HH:MM or DD/MM/YYYY HH:MM.
 */
export const bookingDate = z.string('Vui lòng chọn ngày và giờ hẹn.').transform((text, context) => {
  const found = instantOf(text.trim())
  if (found !== null && Number.isFinite(found.getTime())) return found
  context.addIssue({ code: 'custom', message: 'Vui lòng chọn ngày và giờ hẹn.' })
  return z.NEVER
})

function instantOf(text: string): Date | null {
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text)
  return localInstant(text)
}

/** The instant of a local time; null if its day is not in the calendar: a parser takes 31/11 for 1 December. */
function localInstant(text: string): Date | null {
  const iso = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(text)
  if (iso) return instantOn(iso[1] ?? '', iso[2] ?? '')
  const local = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}:\d{2})$/.exec(text)
  if (!local) return null
  const [, day = '', month = '', year = '', time = ''] = local
  return instantOn(
    `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    time.padStart(5, '0'),
  )
}

function instantOn(day: string, time: string): Date | null {
  return z.iso.date().safeParse(day).success ? vietnamInstant(day, time) : null
}

/** One service, or a list in which a service may be repeated. */
const items = z.union([
  id.transform((one) => [one]),
  z.array(id).min(1).max(booking_rules.max_lines),
])
/** Forms send an empty text for the shop that a booking has already. */
const optionalShop = z
  .union([whole(1, 2_147_483_647), z.literal('').transform(() => undefined)])
  .optional()
const which = { code: z.string().min(1).max(40), secret: z.string().max(100).optional() }

const booking_not_found = { status: 404, meaning: 'The caller has no such booking.' } as const
/** Shared with the operations of staff. */
export const timeRefusals = {
  shop_takes_no_bookings: {
    status: 409,
    meaning: 'There is no such shop, it repairs nothing, or it does not offer one of the services.',
  },
  slot_not_offered: {
    status: 409,
    meaning:
      'The shop offers no such time: it has passed, is too soon, too far ahead or outside of the opening hours, or the shop is closed on that day.',
    data: OtherTimes,
  },
  slot_full: {
    status: 409,
    meaning: 'Every technician has an appointment at that time. `slots` are the next free ones.',
    data: OtherTimes,
  },
} as const
/** Shared with the operations of staff. */
export const booking_closed = {
  status: 409,
  meaning: 'The booking is cancelled, its time has come, or the device was received.',
  data: z.object({ state: BookingState }),
} as const
/** Shared with the operations of staff. */
export const service_not_found = {
  status: 404,
  meaning: 'There is no such repair service, or no service was chosen.',
} as const
/** Shared with the operations of staff. */
export const booking_too_long = {
  status: 409,
  meaning: 'The services together take longer than one appointment may.',
} as const

/** Shared with the operations of staff. */
export const bookingRefusals = {
  price_changed: {
    status: 409,
    meaning: 'The services cost more than `total_seen` now.',
    data: z.object({ previous_total: dong, total: dong }),
  },
  too_many_bookings: {
    status: 409,
    meaning: 'The phone has as many open bookings as one may have.',
    data: z.object({ max: z.int() }),
  },
} as const

/** Appointments for repairs (contract §3, §7; decision 218). Served under /api/cart. */
export const booking = {
  bookingSlots: operation({
    method: 'GET',
    path: '/v1/booking/slots',
    summary:
      'Services with their prices of now, and the days and times that a shop offers for them. Without erp_shop_id no days.',
    access: 'public',
    input: z.object({ item_id: items, erp_shop_id: whole(1, 2_147_483_647).optional() }),
    output: z.object({
      lines: z.array(ServiceLine),
      total: dong,
      /** Shops that have all parts now; at others they take two days. Null: the services take no parts. */
      shops_with_parts: z.array(z.int()).nullable(),
      days: z.array(BookingDay),
    }),
    refusals: {
      service_not_found,
      booking_too_long,
      shop_takes_no_bookings: timeRefusals.shop_takes_no_bookings,
    },
  }),
  nextFreeTimes: operation({
    method: 'GET',
    path: '/v1/booking/next-free',
    summary:
      'The next half hours of today and tomorrow in which a technician of each shop is free. A shop without any is left out.',
    access: 'public',
    input: z.object({}),
    output: z.array(z.object({ shop_id: z.int(), starts_at: z.array(z.iso.datetime()) })),
  }),
  createBooking: operation({
    method: 'POST',
    path: '/v1/booking',
    summary:
      'Book a time at a shop for repair services. Their prices are promised. Without item_id the selected services of the cart are booked. A repeated call gets the same answer.',
    access: 'customer',
    idempotent: true,
    limits: limits.create_booking,
    input: z.object({
      item_id: z.union([items, z.literal('').transform(() => undefined)]).optional(),
      /** The province of the shop is what counts. */
      province_id: provinceId.optional(),
      customer_name: requiredLine(100, 'Vui lòng nhập họ tên.'),
      customer_phone: requiredLine(30, 'Vui lòng nhập số điện thoại.'),
      customer_mail: line(200).optional(),
      customer_notes: line(500).optional(),
      booking_date: bookingDate,
      erp_shop_id: whole(1, 2_147_483_647, 'Vui lòng chọn cửa hàng.'),
      promotion_announcement: flag.default(false),
      /** Đồng that the shopper saw as the total. A booking that costs more is refused. */
      total_seen: whole(0, 999_999_999_999).optional(),
      /** No key has a meaning yet. */
      meta: z.union([z.strictObject({}), z.literal('')]).optional(),
      idempotency_key: z.string().min(8).max(100).optional(),
      ...solvedCaptcha,
    }),
    output: Booking,
    refusals: {
      service_not_found,
      booking_too_long,
      ...timeRefusals,
      ...bookingRefusals,
    },
  }),
  getBooking: operation({
    method: 'GET',
    path: '/v1/booking',
    summary: 'Get a booking of the caller by code. With code and secret no token is needed.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(which),
    output: Booking,
    refusals: { booking_not_found },
  }),
  bookingMoves: operation({
    method: 'GET',
    path: '/v1/booking/moves',
    summary: 'The days and times that the shop of a booking offers for it, or another shop.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ ...which, erp_shop_id: optionalShop }),
    output: z.object({ days: z.array(BookingDay) }),
    refusals: { booking_not_found, shop_takes_no_bookings: timeRefusals.shop_takes_no_bookings },
  }),
  moveBooking: operation({
    method: 'PUT',
    path: '/v1/booking',
    summary: 'Move a booking to another time, and with erp_shop_id to another shop.',
    access: 'customer_or_secret',
    limits: limits.move_booking,
    input: z.object({ ...which, booking_date: bookingDate, erp_shop_id: optionalShop }),
    output: Booking,
    refusals: {
      booking_not_found,
      booking_closed,
      ...timeRefusals,
      too_many_moves: {
        status: 409,
        meaning:
          'The booking, or the bookings of its phone together, were moved as often as possible.',
        data: z.object({ max: z.int() }),
      },
    },
  }),
  cancelBooking: operation({
    method: 'POST',
    path: '/v1/booking/cancel',
    summary: 'Cancel a booking before its time. A repeated call gets the same answer.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(which),
    output: Booking,
    refusals: { booking_not_found, booking_closed },
  }),
  listBookings: operation({
    method: 'GET',
    path: '/v1/bookings',
    summary: 'The bookings of the caller, the next ones first. At most 50.',
    access: 'customer',
    input: z.object({}),
    output: z.array(Booking),
  }),
}
