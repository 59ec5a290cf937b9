import type { PageSource } from '#pure/rendered-page.ts'
import { matchedAddress } from '#storefront/runtime/page-render.tsx'
import { type Grammar, plainKey, publicAddress } from '#storefront/runtime/public-address.ts'
import { type StorefrontDeps, renderPublic } from '#storefront/runtime/public-render.ts'

/** The shop's public pages. Call `refresh` when provinces or filters may have changed. */
export interface PublicPages extends PageSource {
  refresh: () => Promise<void>
}

/** Filters of every product list. All others are attributes (services.search.filters). */
const own_filters = ['category', 'brand', 'need']
const grammar_max_age_ms = 30_000
/** The pause before the next attempt when the database does not answer. */
const retry_after_ms = 1_000

/** Creates the source of public pages. It caches the provinces and filters that addresses are parsed with. */
export function publicPages(deps: StorefrontDeps): PublicPages {
  // Until provinces and filters are loaded, every province is valid and no attribute filter is.
  const initial_grammar = {
    addressOf: matchedAddress,
    isProvince: () => true,
    filters: new Set(own_filters),
  }
  let known: Grammar | null = null
  let next_at = 0
  const refresh = async () => {
    next_at = performance.now() + retry_after_ms
    try {
      known = { addressOf: matchedAddress, ...(await grammarOf(deps)) }
      next_at = performance.now() + grammar_max_age_ms
    } catch (error) {
      deps.report(error, '/')
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
      const address = publicAddress(url, cookies, current() ?? initial_grammar)
      return address && { key: address.key, render: () => renderPublic(address, deps) }
    },
    plainKey(url, cookies) {
      const grammar = current()
      return grammar && plainKey(url, cookies, grammar)
    },
  }
}

async function grammarOf({ services }: StorefrontDeps): Promise<Omit<Grammar, 'addressOf'>> {
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
