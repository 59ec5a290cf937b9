import { calls } from '#contracts/staff/calls.ts'
import { cards } from '#contracts/staff/members/cards.ts'
import { orders } from '#contracts/staff/orders.ts'
import { lostParcels } from '#contracts/staff/orders/lost-parcels.ts'
import { tickets } from '#contracts/staff/orders/tickets.ts'
import { outbox } from '#contracts/staff/outbox.ts'
import { reconciliation } from '#contracts/staff/reconciliation.ts'
import { parcels } from '#contracts/staff/parcels.ts'
import { pickups } from '#contracts/staff/pickups.ts'
import { refundRequests } from '#contracts/staff/refund-requests.ts'
import { refunds } from '#contracts/staff/refunds.ts'
import { returns } from '#contracts/staff/returns.ts'
import { type Sales, today as contract, type WaitingKind } from '#contracts/staff/today.ts'
import type { Database } from '#db/schema.ts'
import { mayCall, reachOf } from '#pure/access.ts'
import type { AnyOperation, Service } from '#pure/contract.ts'
import { talk } from '#contracts/staff/members/talk.ts'
import { startOfDay, vietnamDay } from '#pure/vietnam-time.ts'
import { readMonthReport } from '#shop/views/today/month-report.ts'
import { findSales } from '#shop/views/today/sales-store.ts'
import { findWaiting, max_waiting } from '#shop/views/today/waiting-store.ts'

/** The list that shows the work of a kind, or what does it where others may look too. */
const lists: Record<WaitingKind, AnyOperation> = {
  due_calls: calls.nextCall,
  pending_orders: orders.orders,
  orders_to_pack: parcels.packQueue,
  packed_parcels: parcels.waiting,
  failed_parcels: parcels.parcels,
  lost_parcels: lostParcels.writeOff,
  pickups_to_prepare: pickups.prepare,
  ready_pickups: pickups.pickups,
  repairs_due_today: tickets.tickets,
  late_repairs: tickets.tickets,
  repairs_without_parts: tickets.tickets,
  repairs_to_approve: tickets.tickets,
  asked_returns: returns.returns,
  asked_cards: cards.cards,
  new_reviews: talk.passReview,
  new_questions: talk.answerComment,
  asked_refunds: refundRequests.approve,
  refunds: refunds.refunds,
  reviews: reconciliation.reviews,
  failed_messages: outbox.messages,
}

interface Deps {
  db: Database
  now: () => Date
}

/** What waits for staff now, each kind only for those who may see its list. */
export function todayStaffService({ db, now }: Deps): Service<typeof contract> {
  return {
    waiting: async (actor) => {
      const found = await findWaiting(db, {
        calls: reachOf(calls.nextCall, actor),
        orders: reachOf(orders.orders, actor),
        packing: reachOf(parcels.packQueue, actor),
        parcels: reachOf(parcels.parcels, actor),
        losses: reachOf(lostParcels.writeOff, actor),
        pickups: reachOf(pickups.prepare, actor),
        repairs: reachOf(tickets.tickets, actor),
        returns: reachOf(returns.returns, actor),
        refunds: reachOf(refundRequests.approve, actor),
        now: now(),
        end_of_day: startOfDay(vietnamDay(now(), 1)),
      })
      return found
        .filter(({ kind }) => mayCall(lists[kind], actor))
        .map(({ kind, count, oldest_at }) => ({
          kind,
          count: Math.min(count, max_waiting),
          is_capped: count > max_waiting,
          oldest_at: oldest_at?.toISOString() ?? null,
        }))
    },
    sales: async (actor) => {
      const at = now()
      const since = startOfDay(vietnamDay(at, 1 - shown_days))
      return salesOf(await findSales(db, reachOf(contract.sales, actor), since), at)
    },
    monthReport: (actor, input) => readMonthReport({ db, now: now() }, actor, input),
  }
}

const shown_days = 14

/** Adds days and hours without orders. */
function salesOf(found: Awaited<ReturnType<typeof findSales>>, now: Date): Sales {
  const sum = (of: typeof found) => ({
    orders: of.reduce((all, { orders }) => all + orders, 0),
    revenue: of.reduce((all, { revenue }) => all + revenue, 0),
  })
  const today = vietnamDay(now)
  return {
    days: Array.from({ length: shown_days }, (_, place) => {
      const day = vietnamDay(now, place + 1 - shown_days)
      return { day, ...sum(found.filter((one) => one.day === day)) }
    }),
    hours: Array.from({ length: 24 }, (_, hour) => {
      const { orders } = sum(found.filter((one) => one.day === today && one.hour === hour))
      return { hour, orders }
    }),
  }
}
