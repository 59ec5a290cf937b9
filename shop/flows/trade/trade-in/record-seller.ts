import type { z } from 'zod'
import { tradeIns as contract } from '#contracts/staff/trade/trade-ins.ts'
import type { StaffActor } from '#pure/contract.ts'
import { personBox } from '#shop/change-log/personal-store.ts'
import { lockTradeInReach } from '#shop/flows/trade/trade-in/lock-trade.ts'
import type { TradeStaffDeps } from '#shop/flows/trade/trade-in/trade-staff-deps.ts'
import { storedDocument } from '#shop/trade/trade-in/offer.ts'
import { writeSeller } from '#shop/trade/trade-in/purchase-store.ts'
import { insertTradeEvent, updateTrade } from '#shop/trade/trade-in/trade-quote-store.ts'

/** What the number of a document is sealed for. */
export function documentLabel(code: string): string {
  return `document of ${code}`
}

/** Records who sells a device, for form 02/TNDN. The number of the document is sealed with a key of its own. */
export async function recordSeller(
  { now, log, write, person_keys }: TradeStaffDeps,
  actor: StaffActor,
  { code, version, name, address, document: typed }: z.output<typeof contract.recordSeller.input>,
): Promise<void> {
  const { refuse } = contract.recordSeller
  const document = storedDocument(typed)
  if (document === null) throw refuse('document_wrong')
  await write({ actor, operation: 'tradeIns.recordSeller' }, async (tx) => {
    const trade = await lockTradeInReach(tx, actor, code, 'arrive')
    const { trade_quote_id, state } = trade
    if (state !== 'offered' && state !== 'accepted') {
      throw refuse('trade_in_not_possible', { state })
    }
    if (trade.version !== version) throw refuse('trade_in_changed')
    const person = person_keys.ofDocument(document)
    const key = await personBox(tx, person_keys, person, now())
    if (key === null) throw new RangeError('the key of a document cannot be opened')
    await writeSeller(tx, {
      ...{ trade_quote_id, code: trade.code, name, address, phone: trade.phone },
      document_hash: person.slice(person.indexOf(':') + 1),
      document_sealed: key.box.seal(document, documentLabel(trade.code)),
      person_key_id: key.person_key_id,
      document_tail: document.slice(-3),
      ...{ recorded_by: actor.staff_id, recorded_at: now() },
    })
    await updateTrade(tx, trade_quote_id, {})
    const event = { move: 'record_seller', to_state: state, staff_id: actor.staff_id } as const
    await insertTradeEvent(tx, trade_quote_id, { ...event, happened_at: now() })
  })
  log.info({ staff: actor.name, trade_in: code }, 'the seller of a device was recorded')
}
