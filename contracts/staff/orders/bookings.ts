import { z } from 'zod'
import { dong, whole } from '#contracts/fields.ts'
import {
  booking_closed,
  bookingDate,
  BookingState,
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
      may_receive: z.boolean(),
      /** Devices are received with a ticket. */
      may_open_ticket: z.boolean(),
    }),
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
