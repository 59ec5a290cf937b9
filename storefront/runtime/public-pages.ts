import type { PageSource } from '#pure/rendered-page.ts'
import { type Grammar, plainKey, publicAddress } from '#storefront/runtime/public-address.ts'
import { type House, renderPublic } from '#storefront/runtime/public-render.ts'

/** The shop's public pages; `refresh` is called when provinces or filters may have changed. */
export interface PublicPages extends PageSource {
  refresh: () => Promise<void>
}

/** Filters of every list; the others are attributes (services.search.filters). */
const own_filters = ['category', 'brand', 'need']
const grammar_ms = 30_000
/** How long not to ask again after the database did not answer. */
const patience_ms = 1_000

/** Until it is known which provinces and filters there are, every province counts and no filter does. */
const unknown: Grammar = { isProvince: () => true, filters: new Set(own_filters) }

/** Reads addresses into recipes of pages, knowing the shop's provinces and filters without asking each time. */
export function publicPages(house: House): PublicPages {
  let known: Grammar | null = null
  let next_at = 0
  const refresh = async () => {
    next_at = performance.now() + patience_ms
    try {
      known = await grammarOf(house)
      next_at = performance.now() + grammar_ms
    } catch (error) {
      house.report(error, '/')
    }
  }
  const current = () => {
    if (performance.now() > next_at) void refresh()
    return known
  }
  return {
    refresh,
    ready: async () => {
      if (known === null && performance.now() > next_at) await refresh()
    },
    read(url, cookies) {
      const address = publicAddress(url, cookies, current() ?? unknown)
      return address && { key: address.key, render: () => renderPublic(address, house) }
    },
    plainKey(url, cookies) {
      const grammar = current()
      return grammar && plainKey(url, cookies, grammar)
    },
  }
}

async function grammarOf({ services }: House): Promise<Grammar> {
  const [provinces, filters] = await Promise.all([
    services.locations.provinces(null, {}),
    services.search.filters(null, {}),
  ])
  const ids = new Set(provinces.map(({ province_id }) => province_id))
  return {
    isProvince: (province_id) => ids.has(province_id),
    filters: new Set([...own_filters, ...filters.map(({ code }) => code)]),
  }
}
