import { z } from 'zod'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'

/** The path of the sandbox providers' pages; demo shops only. */
export const sandbox_provider_path = '/cong-thanh-toan-thu'

/** Returns the path of a sandbox provider's pay page. */
export function sandboxPage(family: string): string {
  return `${sandbox_provider_path}/${family}`
}

/**
 * Host suffix of the sandbox providers' APIs. Such hosts do not exist (RFC 2606): calls are answered in
 * this process.
 */
export const sandbox_provider_hosts = '.thu.invalid'

/** Returns the API address of a sandbox provider. */
export function sandboxApi(family: string, path = ''): string {
  return `https://${family}${sandbox_provider_hosts}${path}`
}

/** An address of a provider: https, or that of a sandbox provider. */
export const providerAddress = z
  .string()
  .trim()
  .max(2_000)
  .refine(isProviderAddress, 'must be an https address')

/** A key that signs messages or is sent as proof. */
export const providerKey = z.string().trim().min(1).max(500)

/**
 * Whether these settings have an address of a sandbox, where nothing is really paid: live shops refuse
 * them. The sandbox of every gateway counts, not only that of the gateway with these settings.
 */
export function isSandboxSettings(
  settings: unknown,
  gateways: readonly Pick<Gateway, 'sandbox_hosts'>[],
): boolean {
  const hosts = gateways.flatMap(({ sandbox_hosts = [] }) => sandbox_hosts)
  const isSandbox = (text: string) => hosts.includes(URL.parse(text)?.hostname ?? '')
  const values: unknown[] =
    typeof settings === 'object' && settings !== null ? Object.values(settings) : []
  return values.some(
    (value) => typeof value === 'string' && (isBuiltInSandbox(value) || isSandbox(value)),
  )
}

/**
 * Returns the origins of all pay pages, for the CSP: a form may lead there. Those of the providers' sandboxes only in a
 * demo, where staff may set up a provider's own sandbox at any time.
 */
export function payPageOrigins(
  gateways: readonly Pick<Gateway, 'origins' | 'sandbox_hosts'>[],
  mode: 'demo' | 'live',
): string[] {
  const origins = [...new Set(gateways.flatMap(({ origins: own = [] }) => own))]
  return mode === 'demo'
    ? origins
    : origins.filter((origin) => !isSandboxSettings({ origin }, gateways))
}

function isProviderAddress(text: string): boolean {
  return isBuiltInSandbox(text) || z.url({ protocol: /^https$/ }).safeParse(text).success
}

function isBuiltInSandbox(text: string): boolean {
  if (text.startsWith(`${sandbox_provider_path}/`)) return true
  return URL.canParse(text) && new URL(text).hostname.endsWith(sandbox_provider_hosts)
}
