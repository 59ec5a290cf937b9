import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import type { SandboxProvider } from '#shop/payment/gateways/sandbox-provider.ts'

/** Imports the sandbox providers of these gateways, in their sequence. Only for demo shops. */
export async function loadSandboxProviders(
  gateways: readonly Gateway[],
): Promise<readonly SandboxProvider[]> {
  return Promise.all(gateways.flatMap(({ sandbox }) => (sandbox === undefined ? [] : [sandbox()])))
}
