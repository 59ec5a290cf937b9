import { cartTrade as contract, type TradeQuote } from '#contracts/storefront/trade/trade-in.ts'
import { breaks, transaction } from '#platform/database/postgres.ts'
import { type Caller, InvalidInput, type Service } from '#pure/contract.ts'
import { isImei, storedUnitCode } from '#pure/formats/unit-codes.ts'
import { askTradeCall } from '#shop/flows/trade/ask-trade-call.ts'
import { attachReport } from '#shop/flows/trade/attach-report.ts'
import { createTradeIn, shownTrade, type TradeDeps } from '#shop/flows/trade/create-trade-in.ts'
import {
  findDeviceOfUnit,
  findTargetItem,
  holdsForAnother,
  lockOrderToTrade,
} from '#shop/flows/trade/trade-facts-store.ts'
import { shownModel, shownValue, valueDevice } from '#shop/flows/trade/value-device.ts'
import { storedCode } from '#shop/order/order.ts'
import { accessOf, type RecordAccess } from '#shop/order/record-access.ts'
import { listTradeModels } from '#shop/trade/trade-in/trade-device-store.ts'
import { canTrade, shownTradeState, trade_moves } from '#shop/trade/trade-in/trade-in-states.ts'
import {
  forgetOrderOfExpired,
  insertTradeEvent,
  listTradeQuotesOf,
  type LockedTrade,
  lockOwnTrade,
  updateTrade,
} from '#shop/trade/trade-in/trade-quote-store.ts'

/** Which one a shopper means: that of a link, or their own. */
const meant = (caller: Caller | null, named: { code: string; secret?: string | undefined }) =>
  accessOf(caller, named, () => contract.getTradeIn.refuse('trade_in_not_found'))

/** Trade-in for owners of old devices (decisions 225 to 227). */
export function tradeInService(deps: TradeDeps): Service<typeof contract> {
  const { db, now } = deps
  return {
    tradeDevices: async () => ({ models: await listTradeModels(db) }),
    tradeModel: (_caller, { model_code, device_code }) => shownModel(db, model_code, device_code),
    knownDevice: async (_caller, { imei }) => {
      const code = storedUnitCode(imei)
      if (!isImei(code)) {
        throw new InvalidInput({
          imei: 'IMEI có 15 chữ số, số cuối là số kiểm tra. Bấm *#06# để xem.',
        })
      }
      return (await findDeviceOfUnit(db, code)) ?? { model_code: null, device_code: null }
    },
    tradeTarget: async (_caller, { item_id }) =>
      (await findTargetItem(db, item_id)) ?? { item_id: null, version_id: null },
    valuate: async (_caller, input) => shownValue(await valueDevice(db, input, now())),
    createTradeIn: (caller, input) => createTradeIn(deps, caller, input),
    askTradeCall: async (_caller, input) => {
      await askTradeCall(deps, input)
      return {}
    },
    getTradeIn: (caller, input) => shownTrade(db, meant(caller, input), now()),
    cancelTradeIn: (caller, input) => end(deps, meant(caller, input), 'cancel'),
    acceptOffer: (caller, { amount_seen, ...input }) =>
      acceptByLink(deps, meant(caller, input), amount_seen),
    attachReport: (caller, { device_report, ...input }) =>
      attachReport(deps, meant(caller, input), device_report),
    declineOffer: (caller, input) => end(deps, meant(caller, input), 'decline'),
    nameOrder: (caller, { order_code, ...input }) =>
      nameOrder(deps, caller, meant(caller, input), storedCode(order_code)),
    listTradeIns: ({ customer_id }) => listTradeQuotesOf(db, customer_id, now()),
  }
}

/** Cancels or declines. A repeated call finds the quote ended in the same way. */
async function end(
  { db, now, log }: TradeDeps,
  which: RecordAccess,
  move: 'cancel' | 'decline',
): Promise<TradeQuote> {
  const { to } = trade_moves[move]
  await transaction(db, async (tx) => {
    const trade = await lockOwnTrade(tx, which)
    if (trade === null) throw contract.cancelTradeIn.refuse('trade_in_not_found')
    if (trade.state === to) return
    refuseUnless(trade, move, now())
    const { trade_quote_id } = trade
    await updateTrade(tx, trade_quote_id, { state: to, ended_at: now() })
    await insertTradeEvent(tx, trade_quote_id, { move, to_state: to, happened_at: now() })
    log.info({ trade_in: trade.code, move }, 'the owner of a device ended its quote')
  })
  return shownTrade(db, which, now())
}

/** The owner signs by the link. The amount that was read is the one that is agreed on. */
async function acceptByLink(
  { db, now, log }: TradeDeps,
  which: RecordAccess,
  amount_seen: number,
): Promise<TradeQuote> {
  const { refuse } = contract.acceptOffer
  await transaction(db, async (tx) => {
    const trade = await lockOwnTrade(tx, which)
    if (trade === null) throw refuse('trade_in_not_found')
    const amount = trade.offer ?? 0
    if (trade.state === 'accepted' && amount === amount_seen) return
    refuseUnless(trade, 'accept', now())
    if (amount !== amount_seen) throw refuse('offer_changed', { amount })
    const change = { state: 'accepted', accepted_at: now(), accepted_by: 'link' } as const
    await updateTrade(tx, trade.trade_quote_id, change)
    const event = { move: 'accept', to_state: 'accepted', amount, happened_at: now() } as const
    await insertTradeEvent(tx, trade.trade_quote_id, event)
    log.info({ trade_in: trade.code, amount }, 'an owner accepted what the shop pays')
  })
  return shownTrade(db, which, now())
}

/** Names the order that the device is to pay a part of. Nothing is paid by that (decision 227). */
async function nameOrder(
  { db, now, log }: TradeDeps,
  { customer_id }: Caller,
  which: RecordAccess,
  order_code: string,
): Promise<TradeQuote> {
  const { refuse } = contract.nameOrder
  try {
    await transaction(db, async (tx) => {
      const trade = await lockOwnTrade(tx, which)
      if (trade === null) throw refuse('trade_in_not_found')
      const state = shownTradeState(trade, now())
      if (['paid', 'refused', 'cancelled', 'expired'].includes(state)) {
        throw refuse('trade_in_closed', { state })
      }
      const wanted = { code: order_code, customer_id, shop_id: trade.shop_id }
      const order_id = await lockOrderToTrade(tx, wanted)
      if (order_id === null) throw refuse('order_not_usable')
      if (order_id === trade.order_id) return
      const named = trade.order_id
      if (named !== null && (await holdsForAnother(tx, { order_id: named, customer_id }))) {
        throw refuse('order_not_usable')
      }
      await forgetOrderOfExpired(tx, order_id, now())
      await updateTrade(tx, trade.trade_quote_id, { order_id })
      const event = { move: 'name_order', to_state: trade.state, note: order_code } as const
      await insertTradeEvent(tx, trade.trade_quote_id, { ...event, happened_at: now() })
      log.info({ trade_in: trade.code, order_code }, 'an old device is to pay a part of an order')
    })
  } catch (error) {
    if (breaks(error, 'trade_quote_of_order')) throw refuse('order_not_usable')
    throw error
  }
  return shownTrade(db, which, now())
}

function refuseUnless(trade: LockedTrade, move: 'cancel' | 'decline' | 'accept', now: Date): void {
  const state = shownTradeState(trade, now)
  if (!canTrade(move, state)) throw contract.cancelTradeIn.refuse('trade_in_closed', { state })
}
