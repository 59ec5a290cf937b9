import type { Tx } from '#db/schema.ts'
import type { ErasureChannel } from '#contracts/staff/members/erasures.ts'
import type { FileStore } from '#platform/files/files-port.ts'
import { eraseCardsOf } from '#shop/card/card-store.ts'
import { deleteBookingsOf } from '#shop/booking/sweep-bookings-store.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import { erasePersonKey, forgetPersonal } from '#shop/change-log/personal-store.ts'
import { eraseCustomer, insertErasure } from '#shop/customer/customer-erasure-store.ts'
import { forgetPerson } from '#shop/customer/same-person-store.ts'
import { deleteAddressesOf } from '#shop/customer/member-address-store.ts'
import { eraseDraftsOf } from '#shop/draft/draft-store.ts'
import { storeErasure } from '#shop/flows/staff/customers/erasure-records.ts'
import { eraseMember } from '#shop/identity/member-erasure-store.ts'
import { findMemberByPhone } from '#shop/identity/member-store.ts'
import { deleteCampaignsOfPhone } from '#shop/notice/campaign/campaign-store.ts'
import { deleteNoticesOfPhone } from '#shop/notice/sweep-notices-store.ts'
import { deleteNoticesAbout } from '#shop/notification/sweep-outbox-store.ts'
import { deleteTradeCallsOf } from '#shop/trade/trade-in/trade-call-store.ts'
import { eraseTradesOf } from '#shop/trade/trade-in/sweep-trades-store.ts'
import { deleteNoticesOfTickets } from '#shop/notification/ticket-notice-store.ts'
import { deleteAllPictures } from '#shop/picture/picture-store.ts'
import { eraseTicketsOf } from '#shop/repair/ticket/sweep-tickets-store.ts'
import { eraseApplicationsOf } from '#shop/trade/application/erase-application-store.ts'
import { releaseShopReservations } from '#shop/flows/release-reservations.ts'
import {
  deleteShopReservations,
  lockOfPerson,
} from '#shop/trade/shop-reservation/shop-reservation-store.ts'
import { deleteCommentsOf } from '#shop/talk/comment/comment-store.ts'
import { deleteReview, findReviewsOf } from '#shop/talk/review/review-store.ts'
import { findReturnsOfPhone } from '#shop/views/customers/erasure-preview-store.ts'

export interface ErasureDeps {
  person_keys: PersonKeys
  /** Where the records of erasures are. */
  files: FileStore
}

/** The record in the store of files. It has its name before the transaction, which may be repeated. */
interface RecordOfErasure {
  name: string
  is_stored: boolean
}

/** Who asked for an erasure, and who did it. Nothing in it names the person. */
interface ErasureFacts {
  erased_at: Date
  /** Null: the member did it. */
  staff_name: string | null
  channel: ErasureChannel
  request_number: string
}

/**
 * Erases a person in the transaction of an act that the ledger names: what their phone and their account say
 * (decision 162). Their orders are locked. Returns how many orders they had.
 */
export async function erasePerson(
  tx: Tx,
  phone: string,
  facts: ErasureFacts,
  { person_keys, files, record }: ErasureDeps & { record: RecordOfErasure },
): Promise<number> {
  const { erased_at } = facts
  const member = await findMemberByPhone(tx, phone)
  const customer_id = member?.customer_id ?? null
  await eraseDraftsOf(tx, phone)
  await deleteAddressesOf(tx, phone)
  await deleteNoticesOfPhone(tx, phone)
  await deleteCampaignsOfPhone(tx, phone)
  await deleteNoticesAbout(tx, 'booking_id', await deleteBookingsOf(tx, { phone, customer_id }))
  await deleteNoticesAbout(tx, 'trade_quote_id', await eraseTradesOf(tx, { phone, customer_id }))
  await deleteTradeCallsOf(tx, phone)
  const ticket_ids = await eraseTicketsOf(tx, { phone, customer_id })
  await deleteNoticesOfTickets(tx, ticket_ids)
  for (const subject_id of ticket_ids) {
    const subject = { subject_kind: 'repair_ticket', subject_id } as const
    await deleteAllPictures(tx, subject, erased_at)
  }
  const reserved = await lockOfPerson(tx, { phone, customer_id })
  await releaseShopReservations(tx, reserved, erased_at)
  await deleteNoticesAbout(tx, 'shop_reservation_id', reserved)
  await deleteShopReservations(tx, reserved)
  for (const subject_id of await findReviewsOf(tx, phone, customer_id)) {
    await deleteAllPictures(tx, { subject_kind: 'review', subject_id }, erased_at)
    await deleteReview(tx, subject_id)
  }
  await deleteCommentsOf(tx, phone, customer_id)
  for (const subject_id of await findReturnsOfPhone(tx, phone)) {
    await deleteAllPictures(tx, { subject_kind: 'return_request', subject_id }, erased_at)
  }
  await eraseApplicationsOf(tx, { phone, customer_id })
  await forgetPerson(tx, phone)
  // First, while the account still names its mail.
  const { orders, messages, notes } = await eraseCustomer(tx, phone, customer_id)
  await eraseMember(tx, phone, erased_at)
  if (customer_id !== null) await eraseCardsOf(tx, customer_id, erased_at)
  await forgetPersonal(tx)
  const person = person_keys.ofPhone(phone)
  await erasePersonKey(tx, person, erased_at)
  // Last: no erasure is without its record, and no record without an erasure, unless the commit itself fails.
  if (!record.is_stored) await storeErasure(files, record.name, person_keys, { person, ...facts })
  await insertErasure(tx, {
    ...{ ...facts, record_name: record.name },
    ...{ order_count: orders, message_count: messages, note_count: notes },
  })
  return orders
}
