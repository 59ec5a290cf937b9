import { z } from 'zod'

/** Where the built-in test providers show their pages; demo shops only. */
export const test_provider_path = '/cong-thanh-toan-thu'

/** The pay page of a built-in test provider, for the browser. */
export function testPage(family: string): string {
  return `${test_provider_path}/${family}`
}

/** The API of a built-in test provider: no such host exists (RFC 2606), it is played in-process. */
export function testApi(family: string, path = ''): string {
  return `https://${family}.thu.invalid${path}`
}

/** An address at a provider: https, or the page of a built-in test provider. */
export const providerAddress = z
  .string()
  .trim()
  .max(300)
  .refine(
    (text) =>
      text.startsWith(`${test_provider_path}/`) ||
      z.url({ protocol: /^https$/ }).safeParse(text).success,
    'must be an https address',
  )

/** A key that is signed with or shown as proof. */
export const providerKey = z.string().trim().min(1).max(500)

/** Whether a shop with these settings only plays: live shops refuse such settings. */
export function isTestSettings(settings: unknown): boolean {
  const values: unknown[] =
    typeof settings === 'object' && settings !== null ? Object.values(settings) : []
  return values.some(
    (value) =>
      typeof value === 'string' &&
      (value.startsWith(`${test_provider_path}/`) ||
        /^https:\/\/[^/]*\.thu\.invalid\b/.test(value)),
  )
}
