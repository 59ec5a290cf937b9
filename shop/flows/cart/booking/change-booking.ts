import { booking as contract, type Booking, booking_rules } from '#contracts/storefront/booking.ts'
import type { Database, Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import {
  countMovesOfPhone,
  endBooking,
  findBookingId,
  listWork,
  lockBooking,
  lockPhone,
  updateTime,
  type BookingAccess,
} from '#shop/booking/booking-store.ts'
import { slotsFrom } from '#shop/booking/booking-times.ts'
import { isOpen } from '#shop/booking/booking-view.ts'
import {
  releaseSlots,
  insertBookingSlots,
  listSlotsOf,
  lockSlotsOfMove,
  makeSlots,
  takeSlots,
} from '#shop/booking/slot-store.ts'
import type { BookingDeps } from '#shop/flows/cart/booking/book-visit.ts'
import { shownBooking } from '#shop/flows/cart/booking/create-booking.ts'
import { notifyOfBooking } from '#shop/flows/cart/booking/notify-of-booking.ts'
import { nextFree, refuseUnofferedTime, wantedAt } from '#shop/flows/cart/booking/offered-slots.ts'

/**
 * Moves a booking to another time or shop. Its prices stay. The slots that it has and those that it is to have are
 * locked together, so a full time leaves it as it was.
 */
export async function moveBooking(
  { db, now, log }: BookingDeps,
  which: BookingAccess,
  to: { booking_date: Date; erp_shop_id?: number | undefined },
  by: MovedBy = byShopper(db),
): Promise<Booking> {
  const { refuse } = contract.moveBooking
  const asked_at = now()
  const starts_at = to.booking_date
  const booking = await findBookingId(db, which)
  if (booking === null) throw refuse('booking_not_found')
  const { booking_id } = booking
  const shop_id = to.erp_shop_id ?? booking.shop_id
  const wanted = await wantedAt(db, shop_id, await listWork(db, booking_id))
  const own = await listSlotsOf(db, booking_id)
  await refuseUnofferedTime(db, { ...wanted, own }, starts_at, asked_at)
  const slots = slotsFrom(starts_at, wanted.needs)
  await makeSlots(db, shop_id, slots)
  const outcome = await by
    .write(async (tx) => {
      const locked = await lockBooking(tx, which)
      if (locked === null) throw refuse('booking_not_found')
      if (!isOpen(locked, asked_at)) throw refuse('booking_closed', { state: locked.state })
      if (locked.shop_id === shop_id && locked.starts_at.getTime() === starts_at.getTime()) {
        return 'same'
      }
      await lockPhone(tx, locked.phone)
      if (by.is_counted) await refuseManyMoves(tx, locked, asked_at)
      await lockSlotsOfMove(tx, booking_id, { shop_id, slots })
      await releaseSlots(tx, [booking_id])
      // Thrown, so that what was given back is not lost.
      if (!(await takeSlots(tx, shop_id, slots))) throw new SlotFull()
      await insertBookingSlots(tx, { booking_id, shop_id }, slots)
      await updateTime(tx, booking_id, { shop_id, starts_at })
      await notifyOfBooking(tx, booking_id, 'booking_moved', asked_at)
      return 'moved'
    })
    .catch((error: unknown) => {
      if (error instanceof SlotFull) return 'full'
      throw error
    })
  if (outcome === 'full')
    throw refuse('slot_full', await nextFree(db, { ...wanted, own }, starts_at, asked_at))
  if (outcome === 'moved') log.info({ booking: which.code }, 'a booking was moved')
  return shownBooking(db, which, asked_at)
}

/** Who moves a booking: how the transaction is opened, and whether the moves of its phone are counted. */
interface MovedBy {
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  is_counted: boolean
}

function byShopper(db: Database): MovedBy {
  return { write: (work) => transaction(db, work), is_counted: true }
}

/** Each move is a message to a phone that may belong to somebody else. */
async function refuseManyMoves(
  tx: Tx,
  { phone, version }: { phone: string; version: number },
  now: Date,
): Promise<void> {
  const { max_moves, max_moves_of_phone } = booking_rules
  const { refuse } = contract.moveBooking
  if (version >= max_moves) throw refuse('too_many_moves', { max: max_moves })
  const since = new Date(now.getTime() - day_ms)
  const moves = await countMovesOfPhone(tx, phone, { now, since })
  if (moves >= max_moves_of_phone) throw refuse('too_many_moves', { max: max_moves_of_phone })
}

/** Rolls the transaction of a move back. */
class SlotFull extends Error {
  override name = 'SlotFull'
}

/** Cancels a booking before its time, and gives its slots back. */
export async function cancelBooking(
  { db, now, log }: BookingDeps,
  which: BookingAccess,
): Promise<Booking> {
  const { refuse } = contract.cancelBooking
  const asked_at = now()
  await transaction(db, async (tx) => {
    const locked = await lockBooking(tx, which)
    if (locked === null) throw refuse('booking_not_found')
    if (locked.state === 'cancelled') return
    if (!isOpen(locked, asked_at)) throw refuse('booking_closed', { state: locked.state })
    await releaseSlots(tx, [locked.booking_id])
    await endBooking(tx, locked.booking_id, 'cancelled', asked_at)
    await notifyOfBooking(tx, locked.booking_id, 'booking_cancelled', asked_at)
    log.info({ booking: which.code }, 'a booking was cancelled')
  })
  return shownBooking(db, which, asked_at)
}
