import type { Tx } from '#db/schema.ts'
import { reminderAt } from '#shop/booking/booking-times.ts'
import { findRecipientOfBooking } from '#shop/booking/booking-store.ts'
import { notifyOfAppointment } from '#shop/notification/notify-store.ts'
import type { BookingTemplate } from '#shop/notification/outbox.ts'

/**
 * Tells the shopper what became of a booking, in the transaction of its change. Whoever has an appointment is reminded
 * of it the evening before; a reminder of a time that has changed is dropped when it is due.
 */
export async function notifyOfBooking(
  tx: Tx,
  booking_id: number,
  template: Exclude<BookingTemplate, 'booking_reminder'>,
  now: Date,
): Promise<void> {
  const booking = await findRecipientOfBooking(tx, booking_id)
  await notifyOfAppointment(tx, booking, template, { now, due: now })
  const due = reminderAt(booking.starts_at)
  if (template === 'booking_cancelled' || due <= now) return
  await notifyOfAppointment(tx, booking, 'booking_reminder', { now, due })
}
