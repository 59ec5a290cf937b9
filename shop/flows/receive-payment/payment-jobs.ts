import type { Job } from '#platform/jobs/jobs.ts'
import { askSilent } from '#shop/flows/receive-payment/ask-providers.ts'
import type { ProviderParts } from '#shop/flows/choose-payment/begin-attempt.ts'
import { giveBackParts } from '#shop/flows/refund-order/refund-expired-parts.ts'
import { sendRefunds } from '#shop/flows/refund-order/send-refunds.ts'
import { turnBack } from '#shop/flows/choose-payment/return-to-cod.ts'

/** What is settled with providers by itself; platform/jobs/jobs.ts runs it. */
export function paymentJobs(parts: ProviderParts): Job[] {
  return [
    { name: 'ask-providers', every_ms: 15_000, run: async () => void (await askSilent(parts)) },
    { name: 'turn-back', every_ms: 60_000, run: async () => void (await turnBack(parts)) },
    {
      name: 'give-back-parts',
      every_ms: 60_000,
      run: async () => void (await giveBackParts(parts)),
    },
    { name: 'send-refunds', every_ms: 30_000, run: async () => void (await sendRefunds(parts)) },
  ]
}
