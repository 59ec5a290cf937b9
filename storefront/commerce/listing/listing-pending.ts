import { useLocation, useNavigation } from 'react-router'
import { type ListQuery, readListQuery } from '#storefront/commerce/listing/listing-query.ts'

/**
 * What the shopper has asked the list for: while the answer is on its way that is the address
 * gone to, so that a pressed chip is marked at once.
 */
export function useAskedQuery(query: ListQuery): { asked: ListQuery; is_pending: boolean } {
  const { state, location: next } = useNavigation()
  const { pathname } = useLocation()
  const is_pending = state === 'loading' && next.pathname === pathname
  return is_pending
    ? { asked: readListQuery(new URLSearchParams(next.search)), is_pending }
    : { asked: query, is_pending }
}
