import { useLocation, useRevalidator } from 'react-router'
import type { ProvinceChanges, quote } from '#contracts/storefront/quote.ts'
import type { RefusalData } from '#pure/contract.ts'
import { setCurrentProvince } from '#storefront/runtime/province-state.ts'

type Refusals = typeof quote.setProvince.refusals
type NeedsConfirm = RefusalData<Refusals['province_change_needs_confirm']>

type ChangeProvince = (
  province_id: number,
  is_confirmed?: boolean,
) => Promise<ProvinceChanges | null>

/**
 * Changes the province without leaving the page: sets the cookie and loads prices and stock again. If cart
 * or checkout would change, it returns the changes and does nothing until `is_confirmed`.
 */
export function useChangeProvince(): ChangeProvince {
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  return async (province_id, is_confirmed = false) => {
    const body = new URLSearchParams({ province_id: String(province_id), return_to: pathname })
    if (is_confirmed) body.set('is_confirmed', 'true')
    const headers = { accept: 'application/json' }
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch('/province', { method: 'POST', body, headers, signal })
    if (response.status === 409) {
      return ((await response.json()) as NeedsConfirm).changes
    }
    if (!response.ok) throw new Error(`the province was not accepted (HTTP ${response.status})`)
    setCurrentProvince(province_id)
    await revalidate()
    return null
  }
}
