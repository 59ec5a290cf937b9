import type { Job } from '#platform/jobs.ts'
import { askSilent } from '#shop/payment/ask-providers.ts'
import type { ProviderParts } from '#shop/payment/begin-try.ts'
import { giveBackParts } from '#shop/payment/give-back-parts.ts'
import { sendRefunds } from '#shop/payment/send-refunds.ts'
import { turnBack } from '#shop/payment/turn-back.ts'

/** What is settled with providers by itself; platform/jobs.ts runs it. */
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
