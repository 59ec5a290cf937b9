import type { Job } from '#platform/jobs/jobs.ts'
import { expireReservations } from '#shop/flows/expire-reservations.ts'
import { returnToCod } from '#shop/flows/choose-payment/return-to-cod.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { shopReservationJob } from '#shop/flows/trade/shop-reservation/end-shop-reservation.ts'
import { lapsePickups } from '#shop/flows/shipment/pickup/lapse-pickups.ts'
import { askBeforeExpiry, askSilent } from '#shop/flows/receive-payment/ask-providers.ts'
import { refundLeftPartial } from '#shop/flows/refund-order/refund-order.ts'
import { sendRefunds } from '#shop/flows/refund-order/send-refunds.ts'
import { releaseUnconfirmed } from '#shop/flows/release-unconfirmed.ts'
import { sweepJob } from '#shop/flows/sweep/sweep-job.ts'
import { sweepSessions } from '#shop/identity/session-service.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'

/** The jobs of orders, reservations and payments; platform/jobs/jobs.ts runs them. */
export function checkoutJobs(deps: ProviderDeps): Job[] {
  const { db, now, log } = deps
  return [
    {
      name: 'expire-orders',
      every_ms: 30_000,
      run: async () => {
        // Money that a provider has received and not reported yet still counts in time.
        await askBeforeExpiry(deps)
        await expireOrders({ db, log }, now())
      },
    },
    {
      name: 'expire-reservations',
      // Some reservations last a minute, so they must be released soon after they lapse.
      every_ms: 5_000,
      run: async () => void (await expireReservations({ db }, now())),
    },
    { name: 'ask-providers', every_ms: 15_000, run: async () => void (await askSilent(deps)) },
    { name: 'return-to-cod', every_ms: 60_000, run: async () => void (await returnToCod(deps)) },
    {
      name: 'release-unconfirmed',
      every_ms: 300_000,
      run: async () => void (await releaseUnconfirmed(deps)),
    },
    shopReservationJob({ db, now, log }),
    {
      name: 'lapse-pickups',
      every_ms: 300_000,
      run: async () => void (await lapsePickups(deps)),
    },
    {
      name: 'refund-left-partial',
      every_ms: 60_000,
      run: async () => void (await refundLeftPartial(deps)),
    },
    { name: 'send-refunds', every_ms: 30_000, run: async () => void (await sendRefunds(deps)) },
    {
      name: 'sweep-sessions',
      every_ms: 3_600_000,
      run: async () => void (await sweepSessions({ db, now })),
    },
    sweepJob({ db, now, log }),
  ]
}
