import { z } from 'zod'

/** Where the built-in test providers show their pages; demo shops only. */
export const test_provider_path = '/cong-thanh-toan-thu'

/** The pay page of a built-in test provider, for the browser. */
export function testPage(family: string): string {
  return `${test_provider_path}/${family}`
}

/** Hosts of the APIs of built-in test providers: there are none (RFC 2606), they are played in-process. */
export const test_provider_hosts = '.thu.invalid'

/** The API of a built-in test provider. */
export function testApi(family: string, path = ''): string {
  return `https://${family}${test_provider_hosts}${path}`
}

/** Where providers let everybody try things out with cards that are none: nothing is paid there. */
const sandbox_hosts = new Set([
  'sandbox.vnpayment.vn',
  'test-payment.momo.vn',
  'sb-openapi.zalopay.vn',
  'mtf.onepay.vn',
  'sandbox.kredivo.com',
  'gateway-sandbox.fundiin.vn',
])

/** An address at a provider: https, or that of a built-in test provider. */
export const providerAddress = z
  .string()
  .trim()
  .max(2_000)
  .refine(isProviderAddress, 'must be an https address')

/** A key that is signed with or shown as proof. */
export const providerKey = z.string().trim().min(1).max(500)

/** Whether these settings lead to where nothing is really paid: live shops refuse them. */
export function isTestSettings(settings: unknown): boolean {
  const values: unknown[] =
    typeof settings === 'object' && settings !== null ? Object.values(settings) : []
  return values.some(
    (value) => typeof value === 'string' && (isTestAddress(value) || isSandbox(value)),
  )
}

function isSandbox(text: string): boolean {
  return sandbox_hosts.has(URL.parse(text)?.hostname ?? '')
}

function isProviderAddress(text: string): boolean {
  return isTestAddress(text) || z.url({ protocol: /^https$/ }).safeParse(text).success
}

function isTestAddress(text: string): boolean {
  if (text.startsWith(`${test_provider_path}/`)) return true
  return URL.canParse(text) && new URL(text).hostname.endsWith(test_provider_hosts)
}
