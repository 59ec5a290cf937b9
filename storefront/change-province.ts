import { useRevalidator } from 'react-router'
import { setCurrentProvince } from '#storefront/province-state.ts'

/** Chooses another province without leaving the page: the cookie is set, prices and stock are asked for again. */
export function useChangeProvince(): (province_id: number) => Promise<void> {
  const { revalidate } = useRevalidator()
  return async (province_id) => {
    const body = new URLSearchParams({ province_id: String(province_id) })
    const headers = { accept: 'application/json' }
    const response = await fetch('/province', { method: 'POST', body, headers })
    if (!response.ok) throw new Error(`the province was not accepted (HTTP ${response.status})`)
    setCurrentProvince(province_id)
    await revalidate()
  }
}
