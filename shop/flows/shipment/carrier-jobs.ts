import type { Job } from '#platform/jobs/jobs.ts'
import { askCarriers } from '#shop/flows/shipment/ask-carriers.ts'
import { receiveCarrierMessage } from '#shop/flows/shipment/carrier-webhooks.ts'
import { sendCarrierRequests } from '#shop/flows/shipment/send-carrier-requests.ts'
import type { ShipmentDeps } from '#shop/flows/shipment/shipment-deps.ts'
import { secret_header } from '#shop/shipment/carriers/carrier-wire.ts'
import { playCarrier, type PlaySettings } from '#shop/shipment/carriers/play-carrier.ts'
import { playEvent } from '#shop/shipment/sandbox/play-carrier-service.ts'
import { claimPlayMessage } from '#shop/shipment/sandbox/play-carrier-store.ts'

const batch = 50

/** The jobs of parcels; platform/jobs/jobs.ts runs them. */
export function carrierJobs(deps: ShipmentDeps): Job[] {
  const jobs: Job[] = [
    {
      name: 'send-carrier-requests',
      every_ms: 15_000,
      run: async () => void (await sendCarrierRequests(deps)),
    },
    { name: 'ask-carriers', every_ms: 60_000, run: async () => void (await askCarriers(deps)) },
  ]
  if (deps.carriers.find(playCarrier.code) === null) return jobs
  const run = async () => void (await sendPlayMessages(deps))
  return [...jobs, { name: 'play-carrier', every_ms: 5_000, run }]
}

/** Hands the due messages of the play carrier to its webhook. Returns how many. */
export async function sendPlayMessages(deps: ShipmentDeps): Promise<number> {
  const tools = await deps.carriers.toolsOf(playCarrier)
  if (tools === null) return 0
  const { webhook_secret } = tools.settings as PlaySettings
  for (let sent = 0; sent < batch; sent++) {
    const line = await claimPlayMessage(deps.db, deps.now())
    if (line === null) return sent
    const message = {
      query: new URLSearchParams(),
      headers: { [secret_header]: webhook_secret },
      raw: JSON.stringify(playEvent(line)),
    }
    await receiveCarrierMessage(deps, playCarrier, message, () => undefined)
  }
  return batch
}
