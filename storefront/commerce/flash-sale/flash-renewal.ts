import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { FlashState } from '#contracts/price-parts.ts'

/** Pages change within a second after a sale starts or ends. Requests are spread over the next seconds. */
const margin_ms = 1_000
const spread_ms = 3_000

/** Loads the page again while its data is stale, but only while the page is visible. */
export function useRenewal(is_stale: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!is_stale) return
    const wait_ms = margin_ms + Math.random() * spread_ms
    const renewal = setInterval(() => void whenVisible().then(revalidate), wait_ms)
    return () => clearInterval(renewal)
  }, [is_stale, revalidate])
}

/** Loads the page again when the state of its sale has changed: then its prices have changed too. */
export function useFlashRenewal(shown: FlashState, latest: FlashState): void {
  useRenewal(shown.state !== latest.state)
}

/** Resolves when the page is visible. */
export function whenVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })
}
