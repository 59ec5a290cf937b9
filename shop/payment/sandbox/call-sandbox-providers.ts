import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { type OutsideCall, OutsideTrouble } from '#platform/http/outside-call.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { sandbox_provider_hosts } from '#shop/payment/gateways/provider-settings.ts'
import type { SandboxProvider } from '#shop/payment/gateways/sandbox-provider.ts'
import { openSandboxLedger } from '#shop/payment/sandbox/sandbox-provider-store.ts'

interface Deps {
  db: Database
  now: Now
  gateways: readonly Gateway[]
}

/** Imports the sandbox providers of these gateways, in their sequence. Only for demo shops. */
export async function loadSandboxProviders(
  gateways: readonly Gateway[],
): Promise<readonly SandboxProvider[]> {
  return Promise.all(gateways.flatMap(({ sandbox }) => (sandbox === undefined ? [] : [sandbox()])))
}

/** Calls the APIs of the sandbox providers in this process, without a socket. */
export function callSandboxProviders({ db, now, gateways }: Deps): OutsideCall {
  return async (request) => {
    const { hostname } = new URL(request.url)
    const name = hostname.slice(0, -sandbox_provider_hosts.length)
    const providers = await loadSandboxProviders(gateways)
    const provider = providers.find(({ family }) => family.replaceAll('_', '-') === name)
    if (provider === undefined || !hostname.endsWith(sandbox_provider_hosts)) {
      throw new OutsideTrouble(`no sandbox provider at ${hostname}`)
    }
    const { family, settings } = provider
    return provider.answer(request, { settings, ledger: openSandboxLedger(db, family), now: now() })
  }
}
