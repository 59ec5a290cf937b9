import type { Address } from '#storefront/addresses/address.ts'
import type { PageServer } from '#storefront/runtime/page.ts'

/** The table of addresses does not fit the files of the pages. It is raised at start, not at the first request. */
class AddressesWrong extends Error {
  override name = 'AddressesWrong'

  constructor(problems: readonly string[]) {
    super(`Addresses and pages do not fit:\n${problems.join('\n')}`)
  }
}

interface Known {
  guards: Readonly<Record<string, unknown>>
  /** Pages with a page.tsx. */
  drawn: readonly string[]
  /** Pages with a page.server.ts. */
  servers: Readonly<Record<string, Pick<PageServer, 'cache'> | undefined>>
}

/** Throws if an address names a guard or a page that nobody knows, or if page and address disagree. */
export function checkAddresses(addresses: readonly Address[], known: Known): void {
  const unserved = known.drawn
    .filter((page) => known.servers[page] === undefined)
    .map((page) => `pages/${page} has a page.tsx but no page.server.ts`)
  const problems = addresses.flatMap((address) => problemsOf(address, known))
  if (unserved.length + problems.length > 0) throw new AddressesWrong([...unserved, ...problems])
}

function problemsOf({ path, page, cache, guard }: Address, { guards, servers }: Known): string[] {
  const problems: string[] = []
  const server = servers[page]
  if (server === undefined) problems.push(`${path}: there is no pages/${page}/page.server.ts`)
  else if (server.cache !== cache) {
    problems.push(`${path} is ${cache}, but pages/${page}/page.server.ts is ${server.cache}`)
  }
  if (guard !== undefined && !Object.hasOwn(guards, guard)) {
    problems.push(`${path}: there is no guard "${guard}"`)
  }
  if (guard !== undefined && cache === 'public') {
    problems.push(`${path}: the guard of a public page would have no caller`)
  }
  return problems
}
