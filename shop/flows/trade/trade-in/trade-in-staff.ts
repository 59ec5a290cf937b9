import { tradeIns as contract, type TradeInRow } from '#contracts/staff/trade/trade-ins.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import { reachOf } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import { storedUnitCode } from '#pure/formats/unit-codes.ts'
import { acceptByCode } from '#shop/flows/trade/trade-in/accept-by-code.ts'
import { lockTradeToMove } from '#shop/flows/trade/trade-in/lock-trade.ts'
import { approveOffer, offerTradeIn } from '#shop/flows/trade/trade-in/offer-trade-in.ts'
import { payTradeIn } from '#shop/flows/trade/trade-in/pay-trade-in.ts'
import { listedPurchases, purchaseFile } from '#shop/flows/trade/trade-in/purchases.ts'
import { readTradeIn } from '#shop/flows/trade/trade-in/read-trade-in.ts'
import { recordSeller } from '#shop/flows/trade/trade-in/record-seller.ts'
import {
  countTrades,
  type ListedTrade,
  listTrades,
} from '#shop/flows/trade/trade-in/trade-in-staff-store.ts'
import type { TradeStaffDeps } from '#shop/flows/trade/trade-in/trade-staff-deps.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { insertTradeEvent, updateTrade } from '#shop/trade/trade-in/trade-quote-store.ts'

const page_size = 50

/** Old devices at the counter, for staff (decisions 226, 227). */
export function tradeInStaffService(deps: TradeStaffDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    tradeIns: async (actor, { state = null, q = '', page = 1 }) => {
      const filter = {
        reach: reachOf(contract.tradeIns, actor),
        wanted: q === '' ? null : { code: storedUnitCode(q), phone: readMobile(q).e164 },
        now: now(),
      }
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const [rows, counts] = await Promise.all([
        listTrades(db, state, filter, part),
        countTrades(db, filter),
      ])
      return {
        rows: rows.slice(0, page_size).map(tradeRow),
        has_next: rows.length > page_size,
        counts,
      }
    },
    tradeIn: (actor, { code }) => readTradeIn(deps, actor, code),
    arrive: async (actor, input) => {
      await write({ actor, operation: 'tradeIns.arrive' }, async (tx) => {
        const { trade_quote_id } = await lockTradeToMove(tx, actor, input, 'arrive', now())
        await updateTrade(tx, trade_quote_id, { state: 'arrived' })
        const event = { move: 'arrive', to_state: 'arrived', staff_id: actor.staff_id } as const
        await insertTradeEvent(tx, trade_quote_id, { ...event, happened_at: now() })
      })
      log.info({ staff: actor.name, trade_in: input.code }, 'an old device has come')
      return {}
    },
    offer: async (actor, input) => {
      await offerTradeIn(deps, actor, input)
      return {}
    },
    approve: async (actor, input) => {
      await approveOffer(deps, actor, input)
      return {}
    },
    acceptByCode: async (actor, input) => {
      await acceptByCode(deps, actor, input)
      return {}
    },
    recordSeller: async (actor, input) => {
      await recordSeller(deps, actor, input)
      return {}
    },
    pay: async (actor, input) => ({ amount: await payTradeIn(deps, actor, input) }),
    refuse: async (actor, { note, ...seen }) => {
      await write({ actor, operation: 'tradeIns.refuse', reason: note }, async (tx) => {
        const { trade_quote_id } = await lockTradeToMove(tx, actor, seen, 'refuse', now())
        const ended = { state: 'refused', ended_at: now(), accept_code: null } as const
        await updateTrade(tx, trade_quote_id, ended)
        const event = {
          move: 'refuse',
          to_state: 'refused',
          note,
          staff_id: actor.staff_id,
        } as const
        await insertTradeEvent(tx, trade_quote_id, { ...event, happened_at: now() })
      })
      log.info({ staff: actor.name, trade_in: seen.code }, 'an old device was not bought')
      return {}
    },
    purchases: (actor, input) => listedPurchases(deps, actor, input),
    purchaseFile: (actor, input) => purchaseFile(deps, actor, input),
  }
}

function tradeRow({ created_at, phone, ...row }: ListedTrade): TradeInRow {
  return { ...row, phone: maskedPhone(phone), created_at: created_at.toISOString() }
}
