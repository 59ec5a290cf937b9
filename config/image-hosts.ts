import { z } from 'zod'

const entry = /^(?:([a-z0-9][a-z0-9.-]{0,62})=)?https:\/\/([a-z0-9.-]+)(:\d+)?((?:\/[\w.~-]+)*)\/?$/

/** IMAGE_HOSTS: where pictures may come from besides the shop itself, `name=https://host/folder, …`. */
export const imageHosts = z
  .string()
  .default('')
  .refine(
    (text) => entriesOf(text).every((one) => entry.test(one) && nameOf(one) !== 'media'),
    'must list pairs like cdn=https://cdn.shop.example/goods, parted by commas; "media" is taken',
  )

/** The fixed host map of the picture service: name in an address → https origin (contract §7). */
export function imageOrigins(text: string): Readonly<Record<string, string>> {
  const pairs = entriesOf(text).map((one) => [nameOf(one), originOf(one)] as const)
  return Object.freeze(Object.fromEntries(pairs))
}

function entriesOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** Without a name of its own an origin goes by its host. */
function nameOf(one: string): string {
  const [, name, host = ''] = entry.exec(one) ?? []
  return name ?? host
}

function originOf(one: string): string {
  return one.slice(one.indexOf('https://')).replace(/\/$/, '')
}
