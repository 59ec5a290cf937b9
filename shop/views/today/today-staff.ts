import { calls } from '#contracts/staff/calls.ts'
import { cards } from '#contracts/staff/members/cards.ts'
import { orders } from '#contracts/staff/orders.ts'
import { outbox } from '#contracts/staff/outbox.ts'
import { reconciliation } from '#contracts/staff/reconciliation.ts'
import { parcels } from '#contracts/staff/parcels.ts'
import { pickups } from '#contracts/staff/pickups.ts'
import { refundRequests } from '#contracts/staff/refund-requests.ts'
import { refunds } from '#contracts/staff/refunds.ts'
import { returns } from '#contracts/staff/returns.ts'
import type { today as contract, WaitingKind } from '#contracts/staff/today.ts'
import type { Database } from '#db/schema.ts'
import { mayCall, reachOf } from '#pure/access.ts'
import type { AnyOperation, Service } from '#pure/contract.ts'
import { findWaiting, max_waiting } from '#shop/views/today/waiting-store.ts'

/** The list that shows the work of a kind, or what does it where others may look too. */
const lists: Record<WaitingKind, AnyOperation> = {
  due_calls: calls.nextCall,
  pending_orders: orders.orders,
  orders_to_pack: parcels.packQueue,
  packed_parcels: parcels.waiting,
  failed_parcels: parcels.parcels,
  pickups_to_prepare: pickups.prepare,
  ready_pickups: pickups.pickups,
  asked_returns: returns.returns,
  asked_cards: cards.cards,
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
        pickups: reachOf(pickups.prepare, actor),
        returns: reachOf(returns.returns, actor),
        refunds: reachOf(refundRequests.approve, actor),
        now: now(),
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
  }
}
