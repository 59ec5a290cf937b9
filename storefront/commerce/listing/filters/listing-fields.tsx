import { listHref, type ListQuery } from '#storefront/commerce/listing/listing-query.ts'

/** The current query of a list as hidden fields, for a form that changes another part of it. */
export function ListFields({ query }: { query: ListQuery }) {
  const fields = [...new URLSearchParams(listHref('', query).slice(1))]
  return fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
