import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { type OutsideCall, OutsideTrouble } from '#platform/http/outside-call.ts'
import { test_provider_hosts } from '#shop/payment/gateways/provider-settings.ts'
import { openBook } from '#shop/payment/sandbox/sandbox-provider-store.ts'
import { test_providers } from '#shop/payment/sandbox/sandbox-providers.ts'

/** The APIs of the test providers, without a socket: what is sent to their hosts is answered here. */
export function playTestProviders({ db, now }: { db: Database; now: Now }): OutsideCall {
  return async (request) => {
    const { hostname } = new URL(request.url)
    const name = hostname.slice(0, -test_provider_hosts.length)
    const provider = test_providers.find(({ family }) => family.replaceAll('_', '-') === name)
    if (provider === undefined || !hostname.endsWith(test_provider_hosts)) {
      throw new OutsideTrouble(`nobody plays ${hostname}`)
    }
    const { family, settings } = provider
    return provider.answer(request, { settings, book: openBook(db, family), now: now() })
  }
}
