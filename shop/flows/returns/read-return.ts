import { drafts } from '#contracts/staff/orders/drafts.ts'
import {
  type ReturnableOrder,
  returns as contract,
  type StaffReturn,
} from '#contracts/staff/returns.ts'
import type { Database, Tx } from '#db/schema.ts'
import { mayCall, reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { storedUnitCode } from '#pure/formats/unit-codes.ts'
import {
  daysBetween,
  type DeliveredLine,
  deliveredGoods,
  feesOn,
} from '#shop/flows/returns/returned-goods.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { picturesOf } from '#shop/picture/pictures.ts'
import { type ReturnMoveName, returnMoveOf } from '#shop/return/return-states.ts'
import {
  findDelivered,
  findReturn,
  findReturned,
  findSoldLines,
  type StoredReturn,
} from '#shop/return/return-store.ts'
import { attachedTo, paidFor, paysFor, returnWorth } from '#shop/return/return-value.ts'
import {
  findOrderToReturn,
  findReturnEvents,
  findReturnFacts,
} from '#shop/views/return/return-list-store.ts'
import { findShopsInReach } from '#shop/views/units/unit-list-store.ts'

type Deps = Pick<StaffFlowDeps, 'db' | 'now'>

/**
 * What of an order can come back today. The order is found by its own code or by that of a unit it got, at whatever
 * shop: a customer may bring goods to any. Its phone and address are not shown.
 */
export async function readReturnable(
  { db, now }: Deps,
  actor: StaffActor,
  q: string,
): Promise<ReturnableOrder & { scanned: { position: number; unit_code: string } | null }> {
  const unit_code = storedUnitCode(q)
  const order = await findOrderToReturn(db, { order_code: storedCode(q), unit_code })
  const goods = order && (await deliveredGoods(db, order, now()))
  if (!order || !goods) throw contract.returnable.refuse('nothing_to_return')
  const fees = await feesOn(db, goods.day)
  const lines = goods.lines.filter(({ is_gift }) => !is_gift)
  const scanned = lines.find(({ units }) => units.some(({ codes }) => codes.includes(unit_code)))
  return {
    order_code: order.code,
    customer: order.customer,
    delivered_at: goods.delivered_at.toISOString(),
    day: goods.day,
    lines: lines.map(({ position, sku, name, item_quantity, left, return_codes, ...line }) => ({
      ...{ position, sku, name, left, return_codes, quantity: item_quantity, fees },
      asked: line.waiting.map(({ code, reason, quantity, unit_id }) => ({
        ...{ code, reason, quantity, unit_code: codeOf(line, unit_id) },
      })),
      unit_codes: line.units.flatMap(({ codes: [code] }) => code ?? []),
    })),
    shops: await shopsOf(db, actor),
    scanned: scanned === undefined ? null : { position: scanned.position, unit_code },
  }
}

/** The code that is printed on a unit of a line; null for goods without one. */
function codeOf({ units }: Pick<DeliveredLine, 'units'>, unit_id: number | null): string | null {
  return units.find((unit) => unit.unit_id === unit_id)?.codes[0] ?? null
}

/** The shops where the member of staff may take goods back. */
async function shopsOf(db: Database, actor: StaffActor): Promise<ReturnableOrder['shops']> {
  const shops = await findShopsInReach(db, reachOf(contract.open, actor))
  return shops.map(({ shop_id, name }) => ({ shop_id, name }))
}

/** One return within reach. */
export async function readReturn(
  { db }: Deps,
  actor: StaffActor,
  code: string,
): Promise<StaffReturn> {
  const reach = reachOf(contract.return, actor)
  const request = await findReturn(db, code.toUpperCase(), reach)
  const facts = request && (await findReturnFacts(db, request.return_id))
  if (!request || !facts) throw contract.return.refuse('return_not_found')
  const { order_id, position, quantity, version, words, grade, gifts_returned } = request
  const { lines } = await findSoldLines(db, order_id)
  const { gifts, combo_loss } = attachedTo(lines, { position, quantity })
  const { day, percent, value, fee } = await worthOf(db, { order_id }, request, gifts_returned)
  const may = (move: ReturnMoveName) => returnMoveOf(move).from.includes(request.state)
  const { created_at, updated_at, refund_amount, refund_state, order_shop_id, ...row } = facts
  return {
    ...row,
    ...{ version, words, day, gifts, combo_loss, grade, gifts_returned },
    ...{
      wish: request.wish,
      bring_by: request.bring_by,
      shop_id: request.shop_id ?? order_shop_id,
    },
    shops: may('receive') ? await shopsOf(db, actor) : [],
    findings: request.findings,
    fee_percent: percent,
    value: request.value ?? value,
    fee: request.fee ?? (percent === null ? null : fee),
    outcome: request.outcome,
    refund:
      refund_amount === null || refund_state === null
        ? null
        : { amount: refund_amount, state: refund_state },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    pictures: await picturesOf(db, {
      subject_kind: 'return_request',
      subject_id: request.return_id,
    }),
    events: (await findReturnEvents(db, request.return_id)).map((event) => ({
      ...event,
      happened_at: event.happened_at.toISOString(),
    })),
    may: {
      accept: may('accept'),
      receive: may('receive'),
      inspect: may('inspect'),
      refund: may('refund'),
      exchange: may('exchange') && request.reason !== 'not_liked',
      exchange_other:
        may('exchange_other') && paysFor(request) > 0 && mayCall(drafts.openDraft, actor),
      reject: may('reject'),
    },
  }
}

/**
 * What the goods of a return are worth, and what the shop keeps, in đồng. The fee is that of the day on which the
 * return was opened, not of the inspection. `percent` is null, and the fee 0, if the rules that are in force now take
 * no such goods back: the shop has taken these already.
 */
export async function worthOf(
  db: Database | Tx,
  { order_id }: Pick<LockedOrder, 'order_id'>,
  { return_id, position, quantity, reason, created_at }: StoredReturn,
  gifts_returned: boolean | null,
): Promise<{ day: number; percent: number | null; value: number; fee: number }> {
  const delivered_at = await findDelivered(db, order_id)
  const day = delivered_at === null ? 0 : daysBetween(delivered_at, created_at)
  const fees = await feesOn(db, day)
  const percent = fees.find((fee) => fee.reason === reason)?.percent ?? null
  const { lines, goods_total } = await findSoldLines(db, order_id)
  const { done: before } = (await findReturned(db, order_id, return_id))(position)
  const worth = returnWorth({
    paid: paidFor(lines, goods_total, { position, quantity, before }),
    attached: attachedTo(lines, { position, quantity }),
    reason,
    gifts_returned: gifts_returned ?? true,
    percent: percent ?? 0,
  })
  return { day, percent, ...worth }
}
