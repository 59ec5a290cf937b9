import { createSingleFlight } from '#platform/cache/single-flight.ts'
import type { Webhook, WebhookAnswer } from '#platform/http/webhook.ts'
import { receiveCarrierEvent } from '#shop/flows/shipment/receive-carrier-event.ts'
import type { ShipmentDeps } from '#shop/flows/shipment/shipment-deps.ts'
import { forgedWarnings, type WarnOfForged } from '#shop/payment/relays/forged-warnings.ts'
import {
  type Carrier,
  type CarrierMessage,
  type CarrierTools,
  carrierNotifyPath,
} from '#shop/shipment/carriers/carrier.ts'

const refused: WebhookAnswer = { status: 401, body: { success: false } }
const unreadable: WebhookAnswer = { status: 400, body: { success: false } }
const accepted: WebhookAnswer = { status: 200, body: { success: true } }

/** The webhooks of carriers: /api/carrier/notify/{code}. The secret is checked before anything is stored. */
export function carrierWebhooks(deps: ShipmentDeps): Webhook[] {
  const warnOfForged = forgedWarnings()
  // Whoever floods a webhook must not cost more than one reading of the settings at a time.
  const readings = createSingleFlight<CarrierTools<unknown> | null>()
  const { carriers } = deps
  const toolsOf = (carrier: Carrier) => readings.run(carrier.code, () => carriers.toolsOf(carrier))
  const frugal = { ...deps, carriers: { ...carriers, toolsOf } }
  return carriers.all.map((carrier) => ({
    path: carrierNotifyPath(carrier.code),
    receive: ({ raw, query, headers }) => {
      const message = { raw: raw.toString('utf8'), query, headers }
      return receiveCarrierMessage(frugal, carrier, message, warnOfForged)
    },
  }))
}

/**
 * Receives one message. Every proved message that can be read is answered with 200, also a repeated or useless one: the
 * carrier must not send it again. When the database fails, the error is answered with 500, and the carrier repeats it.
 */
export async function receiveCarrierMessage(
  deps: ShipmentDeps,
  carrier: Carrier,
  message: CarrierMessage,
  warnOfForged: WarnOfForged,
): Promise<WebhookAnswer> {
  const tools = await deps.carriers.toolsOf(carrier)
  const event = tools === null ? 'forged' : carrier.readEvent(message, tools.settings)
  if (event === 'forged') {
    warnOfForged(deps.log, { relay: carrier.code })
    return refused
  }
  if (event === 'unreadable') {
    deps.log.error({ carrier: carrier.code }, 'a proved message of a carrier cannot be read')
    return unreadable
  }
  const outcome = await receiveCarrierEvent(deps, { carrier, event, source: 'webhook' })
  deps.log.info(
    { carrier: carrier.code, carrier_code: event.carrier_code, status: event.status, outcome },
    'a carrier sent an event',
  )
  return accepted
}
