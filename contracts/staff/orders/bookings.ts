import { z } from 'zod'
import { dong, id, line, requiredLine, whole } from '#contracts/fields.ts'
import { OfferedService } from '#contracts/staff/orders/ticket-shapes.ts'
import {
  Booking,
  booking_closed,
  booking_rules,
  booking_too_long,
  bookingDate,
  BookingDay,
  bookingRefusals,
  BookingState,
  service_not_found,
  ServiceLine,
  timeRefusals,
} from '#contracts/storefront/booking.ts'
import { operation } from '#pure/contract.ts'

/** An appointment of a day. */
export const DayBooking = z.object({
  code: z.string(),
  state: BookingState,
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  notes: z.string().nullable(),
  services: z.array(z.string()),
  total: dong,
  /** How often nobody came of this phone in half a year. */
  no_shows: z.int(),
})
export type DayBooking = z.infer<typeof DayBooking>

/** Somebody who walked in and waits for a device: a ticket that takes a technician. */
const DayWait = z.object({
  /** Of the ticket. */
  code: z.string(),
  device: z.string(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
})
export type DayWait = z.infer<typeof DayWait>

const DaySlot = z.object({
  /** HH:MM in Vietnam. */
  time: z.string(),
  /** For each skill: how many technicians are taken, of how many. */
  places: z.array(z.object({ taken: z.int(), capacity: z.int() })),
})

const which = { code: z.string().trim().min(1).max(40) }
const booking_not_found = {
  status: 404,
  meaning: 'There is no such booking at these shops.',
} as const

/** Appointments for repairs at the shops of staff (decision 218). */
export const bookings = {
  bookingsOfDay: operation({
    method: 'GET',
    path: '/bookings/day',
    summary: 'The appointments and the slots of one shop on one day.',
    access: 'staff',
    permission: 'bookings.see',
    scopes: ['all', 'shops'],
    input: z.object({
      shop_id: whole(1, 2_147_483_647).optional().catch(undefined),
      /** Today if it is left out. */
      day: z.iso.date().optional().catch(undefined),
    }),
    output: z.object({
      shops: z.array(z.object({ shop_id: z.int(), name: z.string() })),
      /** Null: no shop within reach takes bookings. */
      shop_id: z.int().nullable(),
      day: z.string(),
      closed: z.string().nullable(),
      skills: z.array(z.string()),
      slots: z.array(DaySlot),
      rows: z.array(DayBooking),
      waits: z.array(DayWait),
      may_receive: z.boolean(),
      may_create: z.boolean(),
      /** Devices are received with a ticket. */
      may_open_ticket: z.boolean(),
    }),
  }),
  bookingForm: operation({
    method: 'GET',
    path: '/bookings/form',
    summary:
      'What the form of a new appointment shows: services that were searched for, chosen ones with their prices, and the times of a shop.',
    access: 'staff',
    permission: 'bookings.create',
    scopes: ['all', 'shops'],
    input: z.object({
      shop_id: whole(1, 2_147_483_647).optional().catch(undefined),
      q: line(60).optional().catch(undefined),
      item_ids: z.array(id).max(booking_rules.max_lines).default([]),
    }),
    output: z.object({
      shops: z.array(z.object({ shop_id: z.int(), name: z.string() })),
      /** Null: no shop within reach takes bookings. */
      shop_id: z.int().nullable(),
      found: z.array(OfferedService),
      lines: z.array(ServiceLine),
      total: dong,
      /** Whether the shop has all parts now. Null: the services take none. */
      has_parts: z.boolean().nullable(),
      days: z.array(BookingDay),
      /** Why the shop offers no times for these services. */
      problem: z.enum(['booking_too_long', 'shop_takes_no_bookings']).nullable(),
    }),
    refusals: { service_not_found },
  }),
  createBooking: operation({
    method: 'POST',
    path: '/bookings',
    summary:
      'Book a time for a customer on the phone or in the shop, who gets the same confirmation as one who books online. It may begin in the running half hour. Sent twice, it is the same booking.',
    access: 'staff',
    permission: 'bookings.create',
    scopes: ['all', 'shops'],
    input: z.object({
      shop_id: whole(1, 2_147_483_647, 'Chọn cửa hàng.'),
      item_ids: z.array(id).min(1, 'Chọn dịch vụ.').max(booking_rules.max_lines),
      booking_date: bookingDate,
      name: requiredLine(100, 'Ghi tên khách.'),
      phone: requiredLine(30, 'Ghi số điện thoại của khách.'),
      email: line(200).optional(),
      notes: line(500).optional(),
      total_seen: whole(0, 999_999_999_999).optional(),
    }),
    output: z.object({ code: z.string() }),
    refusals: { service_not_found, booking_too_long, ...timeRefusals, ...bookingRefusals },
  }),
  bookingSlip: operation({
    method: 'GET',
    path: '/bookings/slip',
    summary: 'The confirmation of an appointment, to print.',
    access: 'staff',
    permission: 'bookings.create',
    scopes: ['all', 'shops'],
    input: z.object(which),
    output: z.object({
      booking: Booking.omit({ secret: true }),
      /** Opens the page of the appointment: a data: URL. */
      customer_qr: z.string(),
    }),
    refusals: { booking_not_found },
  }),
  receiveBooking: operation({
    method: 'POST',
    path: '/bookings/receive',
    summary: 'Note that the shopper came and the device was received.',
    access: 'staff',
    permission: 'bookings.receive',
    scopes: ['all', 'shops'],
    input: z.object(which),
    output: z.object({}),
    refusals: { booking_not_found, booking_closed },
  }),
  moveBooking: operation({
    method: 'POST',
    path: '/bookings/move',
    summary: 'Move an appointment to another time or shop, as its shopper asked. They are told.',
    access: 'staff',
    permission: 'bookings.receive',
    scopes: ['all', 'shops'],
    input: z.object({
      ...which,
      booking_date: bookingDate,
      erp_shop_id: whole(1, 2_147_483_647).optional(),
    }),
    output: z.object({}),
    refusals: { booking_not_found, booking_closed, ...timeRefusals },
  }),
  missBooking: operation({
    method: 'POST',
    path: '/bookings/no-show',
    summary: 'Note that nobody came, once the time of the appointment has come.',
    access: 'staff',
    permission: 'bookings.receive',
    scopes: ['all', 'shops'],
    input: z.object(which),
    output: z.object({}),
    refusals: {
      booking_not_found,
      booking_closed,
      booking_not_due: { status: 409, meaning: 'The time of the appointment has not come yet.' },
    },
  }),
}
