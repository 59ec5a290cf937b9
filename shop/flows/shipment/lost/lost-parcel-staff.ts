import { lostParcels as contract, type LostParcel } from '#contracts/staff/orders/lost-parcels.ts'
import { refundRequests } from '#contracts/staff/refund-requests.ts'
import type { Database, Tx } from '#db/schema.ts'
import { covers, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { lossOf } from '#shop/flows/shipment/lost/loss-of-parcel.ts'
import { GoodsNotFree } from '#shop/flows/shipment/lost/send-again.ts'
import { moveParcel, ParcelNotMovable } from '#shop/flows/shipment/move-parcel.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { suppliesIn } from '#shop/inventory/stock/find-supplies.ts'
import { findOrderOfCode, type LockedOrder, lockOrderById } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import {
  decideRequest,
  findRequestOfParcel,
  insertRequest,
} from '#shop/payment/ledger/refund-request-store.ts'
import type { LossDecision } from '#shop/shipment/parcel-states.ts'
import {
  findOrderOfParcel,
  findParcelLines,
  lockParcel,
  type LockedParcel,
} from '#shop/shipment/parcel-store.ts'
import { findLostParcels, type StoredLoss } from '#shop/views/parcel/lost-parcel-store.ts'

/** What staff decide about orders of which a carrier lost a parcel (decision 301). */
export function lostParcelStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    ofOrder: async (actor, { order_code }) => {
      const reach = reachOf(contract.ofOrder, actor)
      const order = await findOrderOfCode(db, storedCode(order_code), reach)
      if (order === null) return []
      const lost = await findLostParcels(db, order.order_id)
      return Promise.all(lost.map((one) => shown(db, actor, order, one)))
    },
    sendGoodsAgain: async (actor, { code, version, note }) => {
      const act = { actor, operation: 'lostParcels.sendGoodsAgain', reason: note ?? null } as const
      const order_code = await write(act, async (tx) => {
        const { order, parcel } = await lockLost(tx, actor, 'sendGoodsAgain', { code, version })
        const request = await findRequestOfParcel(tx, parcel.parcel_id)
        if (request !== null) {
          const decision = { state: 'withdrawn', decision_note: 'Đã gửi lại hàng' } as const
          await decideRequest(tx, request.refund_request_id, {
            ...{ ...decision, decided_by: actor.staff_id, decided_at: now() },
          })
        }
        await decide(tx, parcel, 'send_again', { actor, note: note || null }, now())
        return order.code
      })
      log.info({ staff: actor.name, parcel: code, order_code }, 'staff send lost goods again')
      return { order_code }
    },
    writeOff: async (actor, { code, version, reason }) => {
      const { refuse } = contract.writeOff
      const act = { actor, operation: 'lostParcels.writeOff', reason } as const
      const written = await write(act, async (tx) => {
        const { order, parcel } = await lockLost(tx, actor, 'writeOff', { code, version })
        const { order_id, code: order_code } = order
        const { parcel_id } = parcel
        if ((await findRequestOfParcel(tx, parcel_id)) !== null) throw refuse('already_asked')
        const { refund: amount } = await lossOf(tx, order, parcel_id)
        if (mayRefund(actor, order, amount)) {
          await decide(tx, parcel, 'write_off', { actor, note: reason }, now())
          return { order_code, outcome: 'done' as const }
        }
        const asked = { kind: 'lost', reason, asked_by: actor.staff_id } as const
        await insertRequest(tx, { order_id, parcel_id, amount, ...asked }, now())
        return { order_code, outcome: 'asked' as const }
      })
      log.info({ staff: actor.name, parcel: code, ...written }, 'staff write a lost parcel off')
      return written
    },
  }
}

/** Whether this member of staff alone may let this amount go back: above it, one asks and another approves. */
function mayRefund(
  actor: StaffActor,
  { shop_id }: Pick<LockedOrder, 'shop_id'>,
  amount: number,
): boolean {
  return amount === 0 || covers(refundRequests.approve, actor, { shop_id, amount })
}

async function shown(
  db: Database,
  actor: StaffActor,
  order: LockedOrder,
  { parcel_id, ...parcel }: StoredLoss,
): Promise<LostParcel> {
  const lines = await findParcelLines(db, parcel_id)
  const goods = lines.map(({ sku, name, quantity }) => ({ sku, name, quantity }))
  const wanted = Map.groupBy(lines, ({ product_id }) => product_id)
  const items = [...wanted].map(([item_id, parts]) => ({
    ...{ item_id, item_quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0) },
  }))
  const supplies = await suppliesIn(db, items, order.recipient.province_id)
  const missing = lines.filter(({ product_id }) => supplies.get(product_id) === 'missing')
  const { is_whole, refund } = await lossOf(db, order, parcel_id)
  return {
    ...parcel,
    ...{ goods, is_whole, refund },
    missing: missing.map(({ sku, name, quantity }) => ({ sku, name, quantity })),
    needs_approval: !mayRefund(actor, order, refund),
    asked_by: (await findRequestOfParcel(db, parcel_id))?.asked_by ?? null,
  }
}

/** Locks the order of a lost parcel, then the parcel as it was seen. */
async function lockLost(
  tx: Tx,
  actor: StaffActor,
  operation: 'sendGoodsAgain' | 'writeOff',
  seen: { code: string; version: number },
): Promise<{ order: LockedOrder; parcel: LockedParcel }> {
  const { refuse } = contract.writeOff
  const code = storedCode(seen.code)
  const order_id = await findOrderOfParcel(tx, code, reachOf(contract[operation], actor))
  const order = order_id && (await lockOrderById(tx, order_id))
  const parcel = order && (await lockParcel(tx, code))
  if (!order || !parcel) throw refuse('parcel_not_found')
  if (parcel.version !== seen.version) throw refuse('parcel_changed')
  if (parcel.state !== 'lost' || order.state !== 'shipping') throw refuse('not_lost')
  return { order, parcel }
}

async function decide(
  tx: Tx,
  parcel: LockedParcel,
  decision: LossDecision,
  { actor, note }: { actor: StaffActor; note: string | null },
  now: Date,
): Promise<void> {
  const by = { actor: 'staff', staff_name: actor.name, note } as const
  try {
    await moveParcel(tx, parcel, decision, by, now)
  } catch (error) {
    if (error instanceof GoodsNotFree) throw contract.sendGoodsAgain.refuse('goods_not_free')
    if (error instanceof ParcelNotMovable) throw contract.writeOff.refuse('not_lost')
    throw error
  }
}
