import { z } from 'zod'
import type { Booking } from '#contracts/storefront/booking.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { findBookingToNotify } from '#shop/booking/booking-store.ts'
import {
  type BookingTemplate,
  booking_templates,
  type Channel,
  type Template,
} from '#shop/notification/outbox.ts'
import { bookingMail, bookingSms } from '#shop/notification/templates/booking-templates.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

interface Deps {
  db: Database
  now: Now
  sender: Sender
}

const BookingFacts = z.object({ booking_id: z.int(), version: z.int() })

export function isBookingTemplate(template: Template): template is BookingTemplate {
  return booking_templates.some((known) => known === template)
}

/** Returns the message about a booking; null if it has changed since, so that a newer message says more. */
export async function renderBooking(
  { db, now, sender }: Deps,
  template: BookingTemplate,
  { channel, facts }: { channel: Channel; facts: unknown },
): Promise<(RenderedMessage & { secrets: string[] }) | null> {
  const { booking_id, version } = BookingFacts.parse(facts)
  const booking = await findBookingToNotify(db, booking_id, now())
  if (booking === null || booking.version !== version || !isTrue(template, booking)) return null
  const renderFor = channel === 'sms' ? bookingSms : bookingMail
  return { ...renderFor(template, booking, { sender, now: now() }), secrets: [booking.secret] }
}

function isTrue(template: BookingTemplate, { state, is_open }: Booking): boolean {
  return template === 'booking_cancelled' ? state === 'cancelled' : is_open
}
