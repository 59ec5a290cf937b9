import {
  purchase_rules,
  type StaffTradeIn,
  tradeIns as contract,
} from '#contracts/staff/trade/trade-ins.ts'
import type { Database } from '#db/schema.ts'
import { covers, mayCall, reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import type { OrderId } from '#pure/ids.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { findCashDue } from '#shop/flows/shipment/pickup/cash-due.ts'
import { hasTarget } from '#shop/flows/trade/trade-facts-store.ts'
import { findMoreOfTrade } from '#shop/flows/trade/trade-in/trade-in-staff-store.ts'
import type { TradeStaffDeps } from '#shop/flows/trade/trade-in/trade-staff-deps.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { findGrandTotal } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { hasOtherSeller } from '#shop/trade/trade-in/purchase-store.ts'
import { canTrade, shownTradeState } from '#shop/trade/trade-in/trade-in-states.ts'
import { findTradeQuoteRow } from '#shop/trade/trade-in/trade-quote-store.ts'
import {
  bonusOfOffer,
  type TradeQuoteRow,
  valueOfQuote,
} from '#shop/trade/trade-in/trade-quote-view.ts'

/** One device as staff see it, with what they may do with it now. */
export async function readTradeIn(
  { db, now }: TradeStaffDeps,
  actor: StaffActor,
  typed: string,
): Promise<StaffTradeIn> {
  const code = storedCode(typed)
  const more = await findMoreOfTrade(db, code, reachOf(contract.tradeIn, actor))
  if (more === null) throw contract.tradeIn.refuse('trade_in_not_found')
  const row = await findTradeQuoteRow(db, more.trade_quote_id)
  if (row === null) throw contract.tradeIn.refuse('trade_in_not_found')
  const state = shownTradeState(row, now())
  const { shop_id } = more
  const checked = row.checked_answers && valueOfQuote(row.terms, row.checked_answers)
  const may_grade = mayCall(contract.offer, actor) && covers(contract.offer, actor, { shop_id })
  const amount = row.offer ?? 0
  return {
    ...shownQuote(row),
    bonus: await bonusOf(db, row, more.order_id as OrderId | null),
    state,
    ...{ counter_value: checked?.value ?? null, grade_label: checked?.grade_label ?? null },
    questions: shownQuestions(row),
    report: row.device_report,
    order: await orderOf(db, more.order_id as OrderId | null, row.order_code),
    ...{ offered_by: more.offered_by, approved_by: more.approved_by },
    ...{ accepted_by: more.accepted_by, seller: maskedSeller(more) },
    has_other_seller_today: await hasOtherSeller(db, {
      ...{ trade_quote_id: more.trade_quote_id, day: vietnamDay(now()) },
    }),
    payout: more.payout && {
      ...more.payout,
      paid_at: new Date(more.payout.paid_at).toISOString(),
    },
    ...{ colors: more.colors, parts: more.parts },
    events: more.events.map((event) => ({
      ...event,
      happened_at: new Date(event.happened_at).toISOString(),
    })),
    may: {
      arrive: may_grade && canTrade('arrive', state),
      offer: may_grade && canTrade('offer', state),
      approve:
        canTrade('approve', state) &&
        mayCall(contract.approve, actor) &&
        covers(contract.approve, actor, { shop_id }) &&
        more.offered_by_id !== actor.staff_id,
      accept: may_grade && canTrade('accept', state),
      record_seller: may_grade && (state === 'offered' || state === 'accepted'),
      pay: canTrade('pay', state) && covers(contract.pay, actor, { shop_id, amount }),
      pay_in_cash: amount < purchase_rules.cash_below,
      refuse: may_grade && canTrade('refuse', state),
    },
  }
}

function shownQuote(row: TradeQuoteRow) {
  const { code, version, device_name, value, offer, visit_on, order_code, terms } = row
  return {
    ...{ code, version, device_name, value, offer, visit_on, order_code, name: row.name },
    ...{ base_price: terms.base_price, target_name: row.target_name, shop: row.shop.name },
    ...{ offer_reason: row.offer_reason, offer_note: row.offer_note },
    phone: maskedPhone(row.phone),
    device_code: row.device_code ?? row.typed_code,
    device_tail: (row.device_code ?? row.typed_code)?.slice(-4) ?? null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}

/** What is paid besides the offer. An order without the device that it was promised for has none. */
async function bonusOf(
  db: Database,
  row: TradeQuoteRow,
  order_id: OrderId | null,
): Promise<number> {
  const { target_item_id, offer } = row
  if (order_id !== null && target_item_id !== null) {
    if (!(await hasTarget(db, { order_id, target_item_id }))) return 0
  }
  return offer === null ? row.bonus : bonusOfOffer(row, offer)
}

function shownQuestions({ terms, answers, checked_answers }: TradeQuoteRow) {
  return terms.questions.map(({ question_code, title, answers: offered }) => ({
    ...{ question_code, title, answered: answers[question_code] ?? '' },
    answers: offered.map(({ answer_code, label }) => ({ answer_code, label })),
    checked: checked_answers?.[question_code] ?? null,
  }))
}

function maskedSeller({ seller }: Pick<StaffTradeIn, 'seller'>): StaffTradeIn['seller'] {
  return seller && { ...seller, phone: maskedPhone(seller.phone) }
}

async function orderOf(
  db: Database,
  order_id: OrderId | null,
  code: string | null,
): Promise<StaffTradeIn['order']> {
  if (order_id === null || code === null) return null
  const grand_total = await findGrandTotal(db, order_id)
  return { code, ...(await findCashDue(db, { order_id, grand_total })) }
}
