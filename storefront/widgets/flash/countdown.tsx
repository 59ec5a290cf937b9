import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { FlashState } from '#contracts/price-parts.ts'
import { countdownWords, hourAndDay } from '#storefront/widgets/flash/flash-words.ts'
import { useShopSeconds } from '#storefront/widgets/flash/flash-news.ts'

/** Pages of the shop change within a second of an edge; not all shoppers ask in the same moment. */
const edge_margin_ms = 1_500
const edge_spread_ms = 3_000

/**
 * "Kết thúc sau: 02:14:33" by the shop's clock, or when that is while no script runs. At the edge the
 * page is asked for anew.
 */
export function Countdown({ flash }: { flash: FlashState }) {
  const is_coming = flash.state === 'coming'
  const edge = is_coming ? flash.starts_at : flash.ends_at
  const now_s = useShopSeconds(flash.flash_sale_item_id)
  const left_s = now_s === null ? null : Math.max(0, Date.parse(edge) / 1_000 - now_s)
  useRenewal(left_s === 0)
  return (
    <p className="flash-countdown">
      {left_s === null ? (
        <>
          {is_coming ? 'Bắt đầu lúc ' : 'Kết thúc lúc '}
          <time dateTime={edge}>{hourAndDay(edge)}</time>
        </>
      ) : (
        <>
          {is_coming ? 'Bắt đầu sau: ' : 'Kết thúc sau: '}
          <time dateTime={edge} role="timer">
            {countdownWords(left_s)}
          </time>
        </>
      )}
    </p>
  )
}

/** Asks for the page anew once the edge has been reached. */
function useRenewal(is_over: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!is_over) return
    const wait_ms = edge_margin_ms + Math.random() * edge_spread_ms
    const renewal = setTimeout(() => void revalidate(), wait_ms)
    return () => clearTimeout(renewal)
  }, [is_over, revalidate])
}
