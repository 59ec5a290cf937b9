import { listHref, readListQuery } from '#storefront/commerce/listing/listing-query.ts'

/** Keys that an address reads; `listing` stands for all that a list of products may be asked. */
export type AddressQuery = 'listing' | readonly string[]

const longest_value = 500

/**
 * The query of an address as a page is rendered from it and kept under, `?` included or empty: only
 * keys that the address names, in one order, repeated keys and commas alike, of a key that may come
 * once the first. Whatever else a link carries (campaigns, click ids, nonsense) is no part of a page.
 */
export function canonicalQuery(
  search: string,
  names: AddressQuery | undefined,
  filters: ReadonlySet<string>,
): string {
  const allowed = names === 'listing' ? ['listing'] : (names ?? [])
  if (search.length < 2 || allowed.length === 0) return ''
  const given = new URLSearchParams(search)
  const plain = allowed.flatMap((name) => {
    const value = name === 'listing' ? '' : (given.get(name)?.slice(0, longest_value) ?? '')
    return value === '' ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`]
  })
  const list = allowed.includes('listing')
    ? listHref('', readListQuery(given, filters)).slice(1)
    : ''
  const text = [...plain, ...(list === '' ? [] : [list])].join('&')
  // A zero byte is in no name. It is taken out here, where each byte is written in one way only.
  const clean = text.replaceAll('%00', '')
  return clean === '' ? '' : `?${clean}`
}
