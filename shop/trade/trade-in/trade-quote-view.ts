import type {
  OfferReason,
  TradeQuote,
  TradeReport,
  TradeState,
} from '#contracts/storefront/trade/trade-in.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { canTrade, shownTradeState } from '#shop/trade/trade-in/trade-in-states.ts'
import {
  bonusFor,
  restToPay,
  type TradeAnswers,
  type TradeTerms,
  type Valuation,
  valuate,
} from '#shop/trade/trade-in/valuation.ts'

/** A quote as it is stored, with its shop and what happened to it. */
export interface TradeQuoteRow {
  trade_quote_id: number
  code: string
  secret: string
  state: Exclude<TradeState, 'expired'>
  version: number
  device_name: string
  thumbnail: string | null
  terms: TradeTerms
  answers: TradeAnswers
  value: number
  bonus: number
  target_item_id: number | null
  target_name: string | null
  target_price: number | null
  typed_code: string | null
  device_code: string | null
  name: string
  phone: string
  visit_on: string
  created_at: Date
  expires_at: Date
  checked_answers: TradeAnswers | null
  offer: number | null
  offer_reason: OfferReason | null
  offer_note: string | null
  device_report: TradeReport | null
  order_code: string | null
  shop: TradeQuote['shop']
  events: (Omit<TradeQuote['events'][number], 'happened_at'> & { happened_at: string })[]
}

/** The value of a quote by the answers that are asked about; the terms are those of its day. */
export function valueOfQuote(terms: TradeTerms, answers: TradeAnswers): Valuation {
  const found = valuate(terms, answers)
  if (found === null) throw new RangeError('a quote has answers to all of its questions')
  return found
}

/** What is paid besides the offer if the order of the new device is paid with it. */
export function bonusOfOffer(
  { bonus, target_price }: Pick<TradeQuoteRow, 'bonus' | 'target_price'>,
  offer: number,
): number {
  return target_price === null ? 0 : bonusFor(target_price, { value: offer, bonus })
}

/** A quote as its owner sees it. */
export function tradeQuoteOf(row: TradeQuoteRow, now: Date): TradeQuote {
  const { code, secret, version, device_name, thumbnail, terms, answers, value, bonus } = row
  const { base_price, grade_label, deductions } = valueOfQuote(terms, answers)
  const state = shownTradeState(row, now)
  const can_name_order = ['quoted', 'arrived', 'checked', 'offered', 'accepted'].includes(state)
  return {
    ...{ code, secret, version, device_name, thumbnail, value, bonus },
    ...{ base_price, grade_label, deductions },
    qr: qrPictureUrl(code),
    state,
    target: targetOf(row),
    device_tail: (row.device_code ?? row.typed_code)?.slice(-4) ?? null,
    name: row.name,
    phone: maskedPhone(row.phone),
    shop: row.shop,
    visit_on: row.visit_on,
    expires_at: row.expires_at.toISOString(),
    offer: offerOf(row),
    order_code: row.order_code,
    report: row.device_report,
    events: row.events.flatMap(({ happened_at, ...event }) =>
      // What the shop has not said yet is no business of the owner.
      event.move === 'check'
        ? []
        : [{ ...event, happened_at: new Date(happened_at).toISOString() }],
    ),
    may: {
      cancel: canTrade('cancel', state),
      answer: canTrade('accept', state),
      name_order: can_name_order && row.order_code === null,
      attach: canAttachReport(state),
    },
  }
}

/** A report helps the check, so it can come until the shop has said what it pays. */
export function canAttachReport(state: TradeState): boolean {
  return state === 'quoted' || state === 'arrived'
}

function targetOf(row: TradeQuoteRow): TradeQuote['target'] {
  const { target_item_id, target_name, target_price, value, bonus } = row
  if (target_item_id === null || target_name === null || target_price === null) return null
  const rest = restToPay(target_price, { value, bonus })
  return { item_id: target_item_id, name: target_name, price: target_price, rest }
}

function offerOf(row: TradeQuoteRow): TradeQuote['offer'] {
  const { offer, terms, checked_answers, offer_reason: reason, offer_note: note } = row
  if (offer === null || checked_answers === null || row.state === 'checked') return null
  const { grade_label, deductions } = valueOfQuote(terms, checked_answers)
  return { amount: offer, bonus: bonusOfOffer(row, offer), grade_label, deductions, reason, note }
}
