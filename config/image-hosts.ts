import { z } from 'zod'
import { article_picture_host } from '#pure/formats/article-picture.ts'

const entry_pattern =
  /^(?:([a-z0-9][a-z0-9.-]{0,62})=)?https:\/\/([a-z0-9.-]+)(:\d+)?((?:\/[\w.~-]+)*)\/?$/

/** Names of the host map that mean pictures of the shop itself. */
const reserved = ['media', article_picture_host]

/** IMAGE_HOSTS: other hosts that pictures may come from, as `name=https://host/folder, …`. */
export const imageHosts = z
  .string()
  .default('')
  .refine(
    (text) =>
      entriesOf(text).every(
        (entry) => entry_pattern.test(entry) && !reserved.includes(nameOf(entry)),
      ),
    'must list pairs like cdn=https://cdn.shop.example/pictures, separated by commas; the names "media" and "bai-viet" are reserved',
  )

/** The fixed host map of the picture service: name in the URL → https origin (contract §7). */
export function imageOrigins(text: string): Readonly<Record<string, string>> {
  const pairs = entriesOf(text).map((entry) => [nameOf(entry), originOf(entry)] as const)
  return Object.freeze(Object.fromEntries(pairs))
}

function entriesOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** The name of an entry. Without a name, it is the host. */
function nameOf(entry: string): string {
  const [, name, host = ''] = entry_pattern.exec(entry) ?? []
  return name ?? host
}

function originOf(entry: string): string {
  return entry.slice(entry.indexOf('https://')).replace(/\/$/, '')
}
