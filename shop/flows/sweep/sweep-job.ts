import { purchase_rules } from '#contracts/staff/trade/trade-ins.ts'
import type { Database, Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { deleteOldChoices } from '#shop/consent/consent-store.ts'
import { deleteExpired } from '#shop/cart/abandoned-cart-store.ts'
import {
  deleteReleased,
  deleteUnusedLimits,
} from '#shop/inventory/reservation/sweep-reservations-store.ts'
import { deleteForgottenDrafts } from '#shop/draft/draft-store.ts'
import { deleteOldRecords } from '#shop/identity/oidc/oidc-store.ts'
import { deleteOldPhoneChanges } from '#shop/identity/member/phone-change-store.ts'
import { deleteOldOtps } from '#shop/identity/otp/otp-store.ts'
import { deleteOldSignIns } from '#shop/identity/staff-session-store.ts'
import { retention_days, retainedSince } from '#shop/flows/sweep/retention.ts'
import { deleteOldRecipients } from '#shop/notice/campaign/campaign-store.ts'
import { deleteUnusedSubscriptions } from '#shop/notice/push-store.ts'
import { deleteOldShopReservations } from '#shop/trade/shop-reservation/shop-reservation-store.ts'
import { deleteOldBookings, deleteOldSlots } from '#shop/booking/sweep-bookings-store.ts'
import {
  deleteOldSellers,
  deleteOldTrades,
  endLeftTrades,
} from '#shop/trade/trade-in/sweep-trades-store.ts'
import { deleteOldTradeCalls } from '#shop/trade/trade-in/trade-call-store.ts'
import { deleteOldRuns } from '#shop/trade/game/game-store.ts'
import { deleteOldNotices, deleteUnconfirmed } from '#shop/notice/sweep-notices-store.ts'
import { deleteOldMessages, eraseMessageTexts } from '#shop/notification/sweep-outbox-store.ts'
import { eraseOldTickets, lockPictured } from '#shop/repair/ticket/sweep-tickets-store.ts'
import { deleteAllPictures } from '#shop/picture/picture-store.ts'
import { deleteOldReceipts } from '#shop/order/sweep-receipts-store.ts'
import { deleteNetworkHashes } from '#shop/order/cod-store.ts'
import { eraseInvoices } from '#shop/order/sweep-invoices-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

/** Rows in one statement: few, so that no other transaction waits long. */
const batch = 1_000

/**
 * Deletes rows after their retention time (decision 085). Each statement skips rows that another transaction has
 * locked, so that several processes may sweep at once. Returns how many rows of each kind were deleted.
 */
export async function sweep({ db, now, log }: Deps): Promise<Record<string, number>> {
  const at = now()
  const since = (kind: keyof typeof retention_days) => retainedSince(at, retention_days[kind])
  const swept = {
    message_texts: await all(() => eraseMessageTexts(db, since('message_texts'), batch)),
    messages: await all(() => deleteOldMessages(db, since('messages'), batch)),
    consents: await all(() => deleteOldChoices(db, since('consents'), batch)),
    slots: await all(() => deleteOldSlots(db, since('slots'), batch)),
    bookings: await all(() => deleteOldBookings(db, since('bookings'), batch)),
    left_trades: await all(() => endLeftTrades(db, { before: leftSince(at), now: at }, batch)),
    trade_quotes: await all(() => deleteOldTrades(db, since('trade_quotes'), batch)),
    trade_calls: await all(() => deleteOldTradeCalls(db, since('trade_calls'), batch)),
    trade_sellers: await all(() => deleteOldSellers(db, since('trade_sellers'), batch)),
    repair_customers: await all(() =>
      transaction(db, (tx) => eraseOldTickets(tx, since('repair_customers'), batch)),
    ),
    repair_pictures: await all(() =>
      transaction(db, (tx) => eraseTicketPictures(tx, since('repair_pictures'), at)),
    ),
    shop_reservations: await all(() =>
      deleteOldShopReservations(db, since('shop_reservations'), batch),
    ),
    games: await all(() => deleteOldRuns(db, since('games'), batch)),
    campaign_recipients: await all(() =>
      deleteOldRecipients(db, since('campaign_recipients'), batch),
    ),
    notices: await all(() => deleteOldNotices(db, since('notices'), batch)),
    unconfirmed_notices: await all(() =>
      deleteUnconfirmed(db, since('unconfirmed_notices'), batch),
    ),
    unused_subscriptions: await all(() =>
      deleteUnusedSubscriptions(db, since('unconfirmed_notices'), batch),
    ),
    abandoned_carts: await all(() => deleteExpired(db, since('abandoned_carts'), batch)),
    released_reservations: await all(() =>
      deleteReleased(db, since('released_reservations'), batch),
    ),
    staff_sign_ins: await all(() => deleteOldSignIns(db, since('staff_sign_ins'), batch)),
    oidc_records: await all(() => deleteOldRecords(db, at, batch)),
    otps: await all(() => deleteOldOtps(db, since('otps'), batch)),
    phone_changes: await all(() => deleteOldPhoneChanges(db, since('phone_changes'), batch)),
    forgotten_drafts: await all(() =>
      transaction(db, (tx) => deleteForgottenDrafts(tx, since('drafts'), batch)),
    ),
    order_networks: await all(() => deleteNetworkHashes(db, since('order_networks'), batch)),
    erased_invoices: await all(() => eraseInvoices(db, since('erased_invoices'), batch)),
    ...(await deleteReceipts(db, { jobs: since('bulk_jobs'), files: since('list_files') })),
    unused_limits: await all(() => deleteUnusedLimits(db, batch)),
  }
  if (Object.values(swept).some((rows) => rows > 0)) log.info(swept, 'swept')
  return swept
}

/** Takes the pictures away from tickets that ended before `before`. Returns how many tickets had some. */
async function eraseTicketPictures(tx: Tx, before: Date, at: Date): Promise<number> {
  const ticket_ids = await lockPictured(tx, before, batch)
  for (const subject_id of ticket_ids) {
    await deleteAllPictures(tx, { subject_kind: 'repair_ticket', subject_id }, at)
  }
  return ticket_ids.length
}

/** Old devices whose quotes ended then do not wait at a counter any more. */
function leftSince(at: Date): Date {
  return retainedSince(at, purchase_rules.counter_days)
}

/** The job that sweeps every hour; platform/jobs/jobs.ts runs it in one process at a time. */
export function sweepJob(deps: Deps): Job {
  return { name: 'sweep', every_ms: 3_600_000, run: async () => void (await sweep(deps)) }
}

/** Receipts of bulk jobs, and which lists were taken as files: few enough for one batch of each in an hour. */
async function deleteReceipts(db: Database, before: { jobs: Date; files: Date }) {
  const { jobs, files } = await deleteOldReceipts(db, before, batch)
  return { bulk_jobs: jobs, list_files: files }
}

async function all(deleteBatch: () => Promise<number>): Promise<number> {
  let rows = 0
  for (;;) {
    const deleted = await deleteBatch()
    rows += deleted
    if (deleted < batch) return rows
  }
}
