import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import {
  cartTrade as contract,
  trade_rules,
  type TradeQuote,
} from '#contracts/storefront/trade/trade-in.ts'
import type { Services } from '#contracts/all.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import { type Caller } from '#pure/contract.ts'
import { isImei, isSerial, storedUnitCode } from '#pure/formats/unit-codes.ts'
import { day_ms, startOfDay, vietnamDay } from '#pure/vietnam-time.ts'
import { readDeviceReport, requireUnused } from '#shop/flows/trade/read-device-report.ts'
import { findBuyingShop } from '#shop/flows/trade/trade-facts-store.ts'
import { valueDevice } from '#shop/flows/trade/value-device.ts'
import { notifyOfTrade } from '#shop/notification/notify-store.ts'
import { dayCode } from '#shop/order/order.ts'
import type { RecordAccess } from '#shop/order/record-access.ts'
import {
  countTradesOfPhone,
  findTradeByKey,
  findTradeQuote,
  insertTradeEvent,
  insertTradeQuote,
  lockTradeNames,
} from '#shop/trade/trade-in/trade-quote-store.ts'
import { checkedContact } from '#shop/quote/contact.ts'

export interface TradeDeps {
  db: Database
  now: Now
  log: Log
  /** Reads reports of device tests. */
  deviceTest: Pick<Services['deviceTest'], 'readReport'>
}

type Input = z.output<typeof contract.createTradeIn.input>

/**
 * Makes a quote for an old device (decision 225). It keeps the table of its day, so that the shop values the device by
 * the same terms for seven days. A repeated call gets the same quote.
 */
export async function createTradeIn(
  deps: TradeDeps,
  { customer_id }: Caller,
  input: Input,
): Promise<TradeQuote> {
  const { db, now, log } = deps
  const { refuse } = contract.createTradeIn
  const asked_at = now()
  const key = input.idempotency_key ?? null
  const made = key === null ? null : await findTradeByKey(db, customer_id, key)
  if (made !== null) return shownTrade(db, { customer_id, code: made }, asked_at)
  const { version, terms, valuation, target } = await valueDevice(db, input, asked_at)
  const contact = checkedOwner(input, version.device_kind === 'dien-thoai')
  const { value } = valuation
  if (value === 0) throw refuse('device_without_value')
  if (input.value_seen !== undefined && value < input.value_seen) {
    throw refuse('value_changed', { previous_value: input.value_seen, value })
  }
  await refuseUnofferedDay(db, input, asked_at)
  const report = input.device_report ? await readDeviceReport(deps, input.device_report) : null
  const quote = {
    code: dayCode('TC', asked_at),
    secret: randomBytes(20).toString('hex'),
    ...{ customer_id, idempotency_key: key, ...contact },
    device_id: version.device_id,
    device_name: version.name,
    terms: JSON.stringify(terms),
    answers: JSON.stringify(chosenAnswers(input, terms)),
    value,
    bonus: target?.bonus ?? 0,
    target_item_id: target?.item_id ?? null,
    target_name: target && [target.name, target.color_name].filter(Boolean).join(' - '),
    target_price: target?.price.final_price ?? null,
    shop_id: input.erp_shop_id,
    visit_on: input.visit_on,
    order_id: null,
    device_report: report && JSON.stringify(report),
    created_at: asked_at,
    expires_at: endOfDay(vietnamDay(asked_at, trade_rules.days)),
  }
  const outcome = await transaction(db, async (tx) => {
    await lockTradeNames(tx, [
      `phone:${contact.phone}`,
      ...(key === null ? [] : [`${customer_id}:${key}`]),
    ])
    const same = key === null ? null : await findTradeByKey(tx, customer_id, key)
    if (same !== null) return { code: same, is_new: false }
    if (report !== null) await requireUnused(tx, report, asked_at)
    const max = trade_rules.max_open
    if ((await countTradesOfPhone(tx, contact.phone, asked_at)) >= max) {
      throw refuse('too_many_trade_ins', { max })
    }
    const trade_quote_id = await insertTradeQuote(tx, quote)
    const event = {
      move: 'quote',
      to_state: 'quoted',
      amount: value,
      happened_at: asked_at,
    } as const
    await insertTradeEvent(tx, trade_quote_id, event)
    await notifyOfTrade(
      tx,
      { trade_quote_id, version: 1, phone: contact.phone },
      'trade_quoted',
      asked_at,
    )
    return { code: quote.code, is_new: true }
  })
  if (outcome.is_new)
    log.info({ trade_in: outcome.code, shop_id: quote.shop_id }, 'a device was quoted')
  return shownTrade(db, { customer_id, code: outcome.code }, asked_at)
}

/** Only the answers to questions: what else was sent is dropped. */
function chosenAnswers(
  { answers }: Input,
  { questions }: { questions: { question_code: string }[] },
) {
  return Object.fromEntries(
    questions.map(({ question_code }) => [question_code, answers[question_code] ?? '']),
  )
}

/** The contact and the code of the device, as they are stored. */
function checkedOwner({ customer_name, customer_phone, imei }: Input, is_phone: boolean) {
  const typed_code = storedUnitCode(imei ?? '') || null
  const { name, phone } = checkedContact(
    { customer_name, customer_phone },
    { imei: typed_code === null ? null : codeProblem(typed_code, is_phone) },
  )
  return { name, phone, typed_code }
}

/** Why this cannot be the code of a device; null: it can. Other devices than phones may have a serial number. */
export function codeProblem(code: string, is_phone: boolean): string | null {
  if (isImei(code) || (!is_phone && isSerial(code))) return null
  if (!is_phone)
    return 'IMEI hoặc số serial chưa đúng. Xem trên vỏ hộp hoặc trong phần cài đặt của máy.'
  return /^\d{15}$/.test(code)
    ? 'IMEI sai số cuối. Bấm *#06# để xem lại.'
    : 'IMEI có đúng 15 chữ số. Bấm *#06# để xem.'
}

/** The last second of a Vietnamese day: a quote holds for all of its last day. */
function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + day_ms - 1_000)
}

/** A day from today to the last one of the quote, on which the shop is open. */
async function refuseUnofferedDay(
  db: Database,
  { erp_shop_id, visit_on }: Input,
  now: Date,
): Promise<void> {
  const { refuse } = contract.createTradeIn
  const shop = await findBuyingShop(db, erp_shop_id)
  if (shop === null) throw refuse('shop_buys_nothing')
  const is_in_time = visit_on >= vietnamDay(now) && visit_on <= vietnamDay(now, trade_rules.days)
  if (!is_in_time || shop.closed_days.includes(visit_on)) throw refuse('day_not_offered')
}

/** A quote as its owner sees it; refuses one that is not theirs. */
export async function shownTrade(
  db: Database,
  which: RecordAccess,
  now: Date,
): Promise<TradeQuote> {
  const found = await findTradeQuote(db, which, now)
  if (found === null) throw contract.getTradeIn.refuse('trade_in_not_found')
  return found
}
