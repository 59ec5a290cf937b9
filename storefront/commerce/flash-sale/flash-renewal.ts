import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { FlashState } from '#contracts/price-parts.ts'

/** Pages of the shop change within a second of an edge; not all shoppers ask in the same moment. */
const margin_ms = 1_000
const spread_ms = 3_000

/** While what stands here is known to be old, the page is asked for anew, in front of somebody only. */
export function useRenewal(is_old: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!is_old) return
    const wait_ms = margin_ms + Math.random() * spread_ms
    const renewal = setInterval(() => void whenLookedAt().then(revalidate), wait_ms)
    return () => clearInterval(renewal)
  }, [is_old, revalidate])
}

/** The last slot is gone, or one came back: prices on this page are others now. */
export function useTurn(shown: FlashState, latest: FlashState): void {
  useRenewal(shown.state !== latest.state)
}

/** At once where the page is in front, else when somebody comes back to it. */
export function whenLookedAt(): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })
}
