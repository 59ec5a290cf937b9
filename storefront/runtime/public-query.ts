import { listHref, readListQuery } from '#storefront/commerce/listing/listing-query.ts'

/** Query keys that an address reads. `listing` stands for all keys of a product list. */
type AddressQuery = 'listing' | readonly string[]

const max_value_length = 500

/**
 * Returns the canonical query of an address with `?`, or an empty text. It is part of the cache key. It has only
 * keys that the address reads, in a fixed sequence. Repeated keys and comma lists give the same result; of a key with
 * one value the first counts. All other keys (campaigns, click ids, unknown ones) are left out.
 */
export function canonicalQuery(
  search: string,
  names: AddressQuery | undefined,
  filters: ReadonlySet<string>,
): string {
  const allowed = names === 'listing' ? ['listing'] : (names ?? [])
  if (search.length < 2 || allowed.length === 0) return ''
  const params = new URLSearchParams(search)
  const plain = allowed.flatMap((name) => {
    const value = name === 'listing' ? '' : (params.get(name)?.slice(0, max_value_length) ?? '')
    return value === '' ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`]
  })
  const list = allowed.includes('listing')
    ? listHref('', readListQuery(params, filters)).slice(1)
    : ''
  const text = [...plain, ...(list === '' ? [] : [list])].join('&')
  // Zero bytes are removed here, where each byte has only one encoding.
  const clean = text.replaceAll('%00', '')
  return clean === '' ? '' : `?${clean}`
}
