import { receiveCarrierEvent } from '#shop/flows/shipment/receive-carrier-event.ts'
import type { ShipmentDeps } from '#shop/flows/shipment/shipment-deps.ts'
import type { Carrier } from '#shop/shipment/carriers/carrier.ts'
import { claimSilentParcels } from '#shop/shipment/parcel-store.ts'

const batch = 20

/** Asks carriers about parcels that they have said nothing about for too long: messages get lost. Returns how many. */
export async function askCarriers(deps: ShipmentDeps): Promise<number> {
  let asked = 0
  for (const carrier of deps.carriers.all) asked += await askOne(deps, carrier)
  return asked
}

async function askOne(deps: ShipmentDeps, carrier: Carrier): Promise<number> {
  const tools = await deps.carriers.toolsOf(carrier)
  if (carrier.track === null || tools === null) return 0
  const now = deps.now()
  const next = new Date(now.getTime() + carrier.ask_after_ms)
  const silent = await claimSilentParcels(deps.db, carrier.code, { now, next, limit: batch })
  for (const { code, carrier_code } of silent) {
    const answer = await carrier.track(carrier_code, tools)
    if (answer.outcome !== 'ok') {
      const { reason } = answer
      deps.log.warn({ carrier: carrier.code, parcel: code, reason }, 'a carrier says nothing')
      continue
    }
    for (const event of answer.value) {
      await receiveCarrierEvent(deps, { carrier, event, source: 'poll' })
    }
  }
  return silent.length
}
