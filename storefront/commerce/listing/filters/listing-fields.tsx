import { listHref, type ListQuery } from '#storefront/commerce/listing/listing-query.ts'

/** What a list is asked for already, as hidden fields of a form that changes something else. */
export function ListFields({ query }: { query: ListQuery }) {
  const fields = [...new URLSearchParams(listHref('', query).slice(1))]
  return fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
