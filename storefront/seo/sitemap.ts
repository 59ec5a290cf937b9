import { type DirectoryEntry, DirectoryKind } from '#contracts/storefront/directory.ts'
import type { Services } from '#contracts/all.ts'
import { account_addresses } from '#storefront/addresses/account.ts'
import { catalog_addresses } from '#storefront/addresses/catalog.ts'
import { content_addresses } from '#storefront/addresses/content.ts'
import { location_addresses } from '#storefront/addresses/location.ts'
import { repair_addresses } from '#storefront/addresses/repair.ts'
import { repair_hubs } from '#storefront/addresses/repair-hubs.ts'
import { trade_in_addresses } from '#storefront/addresses/trade-in.ts'
import { game_codes } from '#pure/games/game.ts'
import { gameLink } from '#storefront/addresses/game-links.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { tool_addresses } from '#storefront/addresses/tools.ts'
import { used_addresses } from '#storefront/addresses/used.ts'
import { xmlText } from '#storefront/seo/xml.ts'

/** URLs in one file; the protocol allows 50,000 (sitemaps.org). */
const part_size = 10_000

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespaces =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
/** Pages that always exist. Their last change is unknown, so they have no lastmod. */
const permanent_pages = [
  content_addresses.home.path,
  catalog_addresses.menu.path,
  location_addresses.shops.path,
  tool_addresses.calendar.path,
  tool_addresses.deviceTest.path,
  tool_addresses.keyboardTest.path,
  tool_addresses.microphoneTest.path,
  frame_paths.games,
  ...game_codes.map(gameLink),
  account_addresses.lookup.path,
  repair_addresses.repairShops.path,
  trade_in_addresses.tradeIn.path,
  used_addresses.used.path,
  ...Object.values(repair_hubs).map(({ path }) => path),
]

/** /sitemap.xml: the parts of each kind of page, with the time of the kind's last change. */
export async function sitemapIndex(services: Services, public_url: string): Promise<string> {
  const kinds = await Promise.all(
    DirectoryKind.options.map(async (kind) => {
      const { total, changed_at } = await services.directory.entries(null, {
        kind,
        page: 1,
        size: 1,
      })
      return Array.from({ length: Math.ceil(total / part_size) }, (_, index) => ({
        path: `/sitemap/${kind}-${index + 1}.xml`,
        changed_at,
      }))
    }),
  )
  const parts = [{ path: '/sitemap/pages-1.xml', changed_at: null }, ...kinds.flat()]
  const lines = parts.map(
    ({ path, changed_at }) =>
      `<sitemap><loc>${xmlText(public_url + path)}</loc>${lastmod(changed_at)}</sitemap>`,
  )
  return `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</sitemapindex>\n`
}

/** One part, /sitemap/{kind}-{page}.xml, or null if it does not exist. */
export async function sitemapPart(
  name: string,
  services: Services,
  public_url: string,
): Promise<string | null> {
  if (name === 'pages-1') {
    return urlSet(permanent_pages.map((path) => urlLine({ path, image: null }, public_url)))
  }
  const [, kind_name = '', number = ''] = /^([a-z_]+)-([1-9]\d{0,4})$/.exec(name) ?? []
  const kind = DirectoryKind.safeParse(kind_name)
  if (!kind.success) return null
  const { entries } = await services.directory.entries(null, {
    kind: kind.data,
    page: Number(number),
    size: part_size,
  })
  if (entries.length === 0) return null
  return urlSet(entries.map((entry) => urlLine(entry, public_url)))
}

function urlSet(lines: readonly string[]): string {
  return `${head}<urlset ${namespaces}>\n${lines.join('\n')}\n</urlset>\n`
}

type Line = Pick<DirectoryEntry, 'path' | 'image'> & { changed_at?: string }

function urlLine({ path, changed_at, image }: Line, public_url: string): string {
  const location = xmlText(new URL(path, public_url).href)
  const picture =
    image === null
      ? ''
      : `<image:image><image:loc>${xmlText(new URL(image, public_url).href)}</image:loc></image:image>`
  return `<url><loc>${location}</loc>${lastmod(changed_at ?? null)}${picture}</url>`
}

function lastmod(changed_at: string | null): string {
  return changed_at === null ? '' : `<lastmod>${changed_at}</lastmod>`
}
