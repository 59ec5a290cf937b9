import type { FlashState } from '#contracts/price-parts.ts'
import { countdownWords, hourAndDay } from '#storefront/commerce/flash-sale/flash-texts.ts'
import { useShopSeconds } from '#storefront/commerce/flash-sale/flash-news.ts'
import { useRenewal } from '#storefront/commerce/flash-sale/flash-renewal.ts'

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
          <time dateTime={edge} role="timer" className="flash-clock">
            {countdownWords(left_s)}
          </time>
        </>
      )}
    </p>
  )
}
