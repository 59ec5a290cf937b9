import { useLocation, useNavigation } from 'react-router'
import { type ListQuery, readListQuery } from '#storefront/commerce/listing/listing-query.ts'

/**
 * The query that the shopper has requested. While a navigation is pending it is the query of the new
 * address, so that a pressed chip is marked at once.
 */
export function useRequestedQuery(query: ListQuery): { requested: ListQuery; is_pending: boolean } {
  const { state, location: next } = useNavigation()
  const { pathname } = useLocation()
  const is_pending = state === 'loading' && next.pathname === pathname
  return is_pending
    ? { requested: readListQuery(new URLSearchParams(next.search)), is_pending }
    : { requested: query, is_pending }
}
