import { withoutSecrets } from '#platform/observe/secrets-in-text.ts'
import type { CarrierEvent } from '#shop/shipment/carriers/carrier.ts'

/** How far the clock of a carrier may be ahead of ours. */
const clock_ahead_ms = 3_600_000

/**
 * An event as it can be stored: PostgreSQL takes no NUL and no half of a character, and would refuse the event each
 * time it comes. An event cannot happen after it was received: else a wrong year would make all later events late.
 * Couriers write phones into their reasons, which are not kept.
 */
export function storableEvent(event: CarrierEvent, now: Date): CarrierEvent {
  const { key, carrier_code, reference, status, at, detail } = event
  return {
    ...event,
    key: plainText(key),
    carrier_code: plainText(carrier_code),
    reference: reference && plainText(reference),
    status: plainText(status),
    at: at.getTime() > now.getTime() + clock_ahead_ms ? now : at,
    detail: Object.fromEntries(
      Object.entries(detail).map(([name, value]) => [
        name,
        typeof value === 'string' ? withoutSecrets(plainText(value)) : value,
      ]),
    ),
  }
}

function plainText(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}/gu, ' ')
}
