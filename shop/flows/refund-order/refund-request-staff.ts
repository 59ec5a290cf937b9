import { refundRequests as contract } from '#contracts/staff/refund-requests.ts'
import type { Tx } from '#db/schema.ts'
import { doublePressSince } from '#platform/limits/double-press.ts'
import { covers, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { askRefund, codCash, leftToRefund } from '#shop/flows/refund-order/ask-refund.ts'
import { refundOrder } from '#shop/flows/refund-order/refund-order.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { lossOf } from '#shop/flows/shipment/lost/loss-of-parcel.ts'
import { moveParcel } from '#shop/flows/shipment/move-parcel.ts'
import { lockOrderByCode, lockOrderById } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import {
  decideRequest,
  findGoodwillLeft,
  findTwin,
  lockRequest,
  type OpenRequest,
} from '#shop/payment/ledger/refund-request-store.ts'
import { lockParcelsOfOrder } from '#shop/shipment/parcel-store.ts'
import {
  findOrderMoney,
  findOrderOfRequest,
  findRequests,
} from '#shop/views/payment/refund-request-list-store.ts'

const page_size = 50

/** Refunds that one member of staff asks for and another approves (decision 153). */
export function refundRequestStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    requests: async (actor, { state = null, page = 1 }) => {
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const rows = await findRequests(db, reachOf(contract.requests, actor), state, part)
      return {
        rows: rows.slice(0, page_size).map(({ shop_id, asked_by_id, ...row }) => ({
          ...row,
          asked_at: row.asked_at.toISOString(),
          decided_at: row.decided_at?.toISOString() ?? null,
          is_own: asked_by_id === actor.staff_id,
          may: {
            decide:
              row.state === 'asked' &&
              asked_by_id !== actor.staff_id &&
              covers(contract.approve, actor, { shop_id, amount: row.amount }),
            withdraw: row.state === 'asked' && asked_by_id === actor.staff_id,
          },
        })),
        has_next: rows.length > page_size,
        goodwill_left: await findGoodwillLeft(db, now()),
      }
    },
    orderMoney: async (actor, { order_code }) => {
      const code = storedCode(order_code)
      const found = await findOrderMoney(db, code, reachOf(contract.orderMoney, actor))
      if (found === null) throw contract.orderMoney.refuse('order_not_found')
      const { order_id, state, grand_total, paid, refunded, asked } = found
      const received = paid + (await codCash(db, { order_id, state, grand_total }))
      const left = Math.max(0, received - refunded - asked)
      return { order_code: code, grand_total, received, refunded, asked, left }
    },
    ask: async (actor, { order_code, ...asked }) => {
      const reach = reachOf(contract.ask, actor)
      const act = { actor, operation: 'refundRequests.ask', reason: asked.reason } as const
      const refund_request_id = await write(act, async (tx) => {
        const order = await lockOrderByCode(tx, storedCode(order_code), reach)
        if (order === null) throw contract.ask.refuse('order_not_found')
        const since = doublePressSince(now())
        const request = { ...asked, order_id: order.order_id, asked_by: actor.staff_id }
        return (await findTwin(tx, request, since)) ?? askRefund(tx, order, actor, asked, now())
      })
      log.info({ staff: actor.name, order_code, amount: asked.amount }, 'a refund was asked for')
      return { refund_request_id }
    },
    approve: async (actor, { refund_request_id, note = '' }) => {
      const { refuse } = contract.approve
      const act = { actor, operation: 'refundRequests.approve', reason: note } as const
      const amount = await write(act, async (tx) => {
        const request = await lockedRequest(tx, actor, refund_request_id, 'approve')
        if (request === null) throw refuse('refund_request_not_found')
        const { order_id, amount, reason } = request
        if (request.asked_by === actor.staff_id) throw refuse('own_request')
        if (!covers(contract.approve, actor, { shop_id: request.shop_id, amount })) {
          throw refuse('amount_above_limit', { amount })
        }
        if (request.parcel_id !== null) {
          await writeOffAsked(tx, { ...request, parcel_id: request.parcel_id }, actor, now())
          await decideRequest(tx, refund_request_id, decided(actor, 'approved', note, now()))
          return amount
        }
        const left = await leftToRefund(tx, order_id)
        if (left < amount) throw refuse('above_received', { left })
        const opened = await refundOrder(tx, order_id, amount, reason, now())
        if (opened !== amount) throw new RangeError(`refund of ${opened} instead of ${amount}`)
        await decideRequest(tx, refund_request_id, decided(actor, 'approved', note, now()))
        return amount
      })
      log.info({ staff: actor.name, refund_request_id, amount }, 'a refund was approved')
      return { amount }
    },
    reject: async (actor, { refund_request_id, note }) => {
      const act = { actor, operation: 'refundRequests.reject', reason: note } as const
      await write(act, async (tx) => {
        const request = await lockedRequest(tx, actor, refund_request_id, 'reject')
        if (request === null) throw contract.reject.refuse('refund_request_not_found')
        await decideRequest(tx, refund_request_id, decided(actor, 'rejected', note, now()))
      })
      return {}
    },
    withdraw: async (actor, { refund_request_id }) => {
      await write({ actor, operation: 'refundRequests.withdraw' }, async (tx) => {
        const request = await lockedRequest(tx, actor, refund_request_id, 'withdraw')
        if (request === null || request.asked_by !== actor.staff_id) {
          throw contract.withdraw.refuse('refund_request_not_found')
        }
        await decideRequest(tx, refund_request_id, decided(actor, 'withdrawn', '', now()))
      })
      return {}
    },
  }
}

/** Ends what an order has of a lost parcel, as somebody asked: what goes back must be what was asked for. */
async function writeOffAsked(
  tx: Tx,
  { order_id, parcel_id, amount, reason }: OpenRequest & { parcel_id: number },
  actor: StaffActor,
  now: Date,
): Promise<void> {
  const { refuse } = contract.approve
  const order = await lockOrderById(tx, order_id)
  const [parcel] = (await lockParcelsOfOrder(tx, order_id)).filter(
    (one) => one.parcel_id === parcel_id && one.state === 'lost',
  )
  if (order?.state !== 'shipping' || parcel === undefined) throw refuse('loss_changed')
  if ((await lossOf(tx, order, parcel_id)).refund !== amount) throw refuse('loss_changed')
  const by = { actor: 'staff', staff_name: actor.name, note: reason } as const
  await moveParcel(tx, parcel, 'write_off', by, now)
}

/** Locks a request that waits, and its order before it; null if it is not within reach or was decided. */
async function lockedRequest(
  tx: Tx,
  actor: StaffActor,
  refund_request_id: number,
  operation: 'approve' | 'reject' | 'withdraw',
): Promise<(OpenRequest & { shop_id: number | null }) | null> {
  const reach = reachOf(contract[operation], actor)
  const order = await findOrderOfRequest(tx, refund_request_id, reach)
  if (order === null) return null
  await lockOrderByCode(tx, order.code, reach)
  const request = await lockRequest(tx, refund_request_id)
  return request && { ...request, shop_id: order.shop_id }
}

function decided(
  { staff_id }: StaffActor,
  state: 'approved' | 'rejected' | 'withdrawn',
  note: string,
  now: Date,
) {
  return { state, decided_by: staff_id, decided_at: now, decision_note: note || null }
}
