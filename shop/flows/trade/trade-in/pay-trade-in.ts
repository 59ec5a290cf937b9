import type { z } from 'zod'
import { purchase_rules, tradeIns as contract } from '#contracts/staff/trade/trade-ins.ts'
import type { Tx } from '#db/schema.ts'
import { covers } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { isImei } from '#pure/formats/unit-codes.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { hasTarget } from '#shop/flows/trade/trade-facts-store.ts'
import { lockTradeToMove } from '#shop/flows/trade/trade-in/lock-trade.ts'
import { OrderNotPayable, payByTradeIn } from '#shop/flows/trade/trade-in/pay-by-trade-in.ts'
import { listColors, listPartsOfDevice } from '#shop/flows/trade/trade-in/trade-in-staff-store.ts'
import {
  addUsedUnit,
  NewGoodsUnknown,
  UnitNotAddable,
} from '#shop/flows/trade/used/add-used-unit.ts'
import { notifyOfTrade } from '#shop/notification/notify-store.ts'
import { addParts } from '#shop/repair/ticket/part-store.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import {
  addToSellerDay,
  findSeller,
  findSellerDay,
  insertPayout,
} from '#shop/trade/trade-in/purchase-store.ts'
import {
  insertTradeEvent,
  type LockedTrade,
  updateTrade,
} from '#shop/trade/trade-in/trade-quote-store.ts'
import { bonusOfOffer, valueOfQuote } from '#shop/trade/trade-in/trade-quote-view.ts'

type Input = z.output<typeof contract.pay.input>
const { refuse } = contract.pay

/**
 * Pays the owner of an accepted device and takes it: the ledger of payouts, the money of an order, the seller's day,
 * and the used unit or its parts are one transaction (decision 227). Two who pay at once pay once. Returns the amount
 * in đồng.
 */
export async function payTradeIn(
  { now: clock, log, write }: StaffFlowDeps,
  actor: StaffActor,
  input: Input,
): Promise<number> {
  const act = { actor, operation: 'tradeIns.pay', reason: input.method } as const
  const amount = await write(act, async (tx) => {
    const now = clock()
    const trade = await lockTradeToMove(tx, actor, input, 'pay', now)
    const seller = await findSeller(tx, trade.trade_quote_id)
    if (seller === null) throw refuse('seller_missing')
    const { offer, offered_by, shop_id, code, trade_quote_id, phone } = trade
    if (offer === null || offered_by === null) throw new RangeError(`${code} has no offer`)
    const bonus = input.method === 'order' ? await bonusOfOrder(tx, trade, offer) : 0
    const total = offer + bonus
    if (!covers(contract.pay, actor, { shop_id, amount: total })) {
      throw refuse('amount_above_limit', { amount: total })
    }
    if (offered_by === actor.staff_id && needsAnother(input, total))
      throw refuse('another_must_pay')
    const reference = input.method === 'transfer' ? input.reference || null : null
    if (input.method === 'transfer' && reference === null) throw refuse('reference_missing')
    const day = vietnamDay(now)
    const { document_hash } = seller
    const bought = { document_hash, day, amount: total, is_cash: input.method === 'cash' }
    if (!(await addToSellerDay(tx, bought))) {
      const day_total = total + (await findSellerDay(tx, bought))
      throw refuse(bought.is_cash ? 'cash_not_allowed' : 'cash_paid_today', { total: day_total })
    }
    if (input.method === 'order') await payOrder(tx, trade, { offer, bonus }, actor.name, now)
    const unit_id = await takeDevice(tx, trade, input, { cost: total, staff_name: actor.name, now })
    await insertPayout(tx, {
      ...{ trade_quote_id, code, amount: total, bonus, method: input.method, reference },
      order_id: input.method === 'order' ? trade.order_id : null,
      ...{
        outcome: input.outcome,
        unit_id,
        offered_by,
        paid_by: actor.staff_id,
        paid_at: now,
        day,
      },
    })
    await updateTrade(tx, trade_quote_id, { state: 'paid', ended_at: now, accept_code: null })
    await insertTradeEvent(tx, trade_quote_id, {
      ...{ move: 'pay', to_state: 'paid', amount: total, staff_id: actor.staff_id },
      happened_at: now,
    })
    await notifyOfTrade(
      tx,
      { trade_quote_id, version: trade.version + 1, phone },
      'trade_paid',
      now,
    )
    return total
  })
  const { code, method, outcome } = input
  log.info({ staff: actor.name, trade_in: code, amount, method, outcome }, 'a device was bought')
  return amount
}

/**
 * Whoever agreed on a price does not pay much by it, and nothing for a device that nobody sees again in stock (decision
 * 241).
 */
function needsAnother({ outcome }: Input, total: number): boolean {
  return total >= purchase_rules.another_pays_from || outcome !== 'used'
}

/** The bonus, if the order that is paid has the device that it was promised for. Locks the order. */
async function bonusOfOrder(tx: Tx, trade: LockedTrade, offer: number): Promise<number> {
  const { order_id, target_item_id } = trade
  if (order_id === null || target_item_id === null) return 0
  await lockOrderById(tx, order_id)
  const has_it = await hasTarget(tx, { order_id, target_item_id })
  return has_it ? bonusOfOffer(trade, offer) : 0
}

async function payOrder(
  tx: Tx,
  { order_id, shop_id, code }: LockedTrade,
  worth: { offer: number; bonus: number },
  staff_name: string,
  now: Date,
): Promise<void> {
  try {
    await payByTradeIn(tx, { order_id, shop_id, code, ...worth, staff_name }, now)
  } catch (error) {
    if (!(error instanceof OrderNotPayable)) throw error
    throw refuse('order_not_payable', { due: error.due })
  }
}

interface Taking {
  cost: number
  staff_name: string
  now: Date
}

/** Makes the device a used unit or spare parts. Returns the id of its unit, if it is one. */
async function takeDevice(
  tx: Tx,
  trade: LockedTrade,
  { outcome, item_id, option_ids }: Input,
  { cost, staff_name, now }: Taking,
): Promise<number | null> {
  const { shop_id, device_id, code, device_code } = trade
  if (outcome === 'parts') {
    await addParts(tx, shop_id, await listPartsOfDevice(tx, { device_id, option_ids }))
  }
  if (outcome !== 'used') return null
  const colors = await listColors(tx, device_id)
  if (!colors.some((color) => color.item_id === item_id) || device_code === null) {
    throw refuse('goods_unknown')
  }
  try {
    const { unit_id } = await addUsedUnit(
      tx,
      {
        ...{ new_item_id: item_id ?? 0, shop_id, cost, price: null },
        ...{ source: 'trade_in', source_reference: code, ...passportOf(trade) },
        codes: isImei(device_code)
          ? { imei1: device_code, imei2: null, serial: null }
          : { imei1: null, imei2: null, serial: device_code },
      },
      { staff_name, at: now },
    )
    return unit_id
  } catch (error) {
    if (error instanceof NewGoodsUnknown) throw refuse('goods_unknown')
    if (error instanceof UnitNotAddable) throw refuse('device_not_addable')
    throw error
  }
}

/** What the check says about the device; whoever lists it adds the rest. */
function passportOf({ terms, checked_answers, grade_code }: LockedTrade) {
  const { deductions } = valueOfQuote(terms, checked_answers ?? {})
  const faults = deductions.filter(({ deduction }) => deduction > 0)
  return {
    grade: grade_code === 'A' || grade_code === 'B' ? ('good' as const) : ('scratched' as const),
    ...{ battery: null, owner_count: 1, replaced_parts: [], tests: [], accessories: '' },
    condition_notes: faults.map(({ title, label }) => `${title} ${label}`).join('; '),
    ...{ warranty_months: 6, used_since: null },
  }
}
