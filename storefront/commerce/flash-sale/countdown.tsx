import type { FlashState } from '#contracts/price-parts.ts'
import { countdownText, hourAndDay } from '#storefront/commerce/flash-sale/flash-texts.ts'
import { useShopSeconds } from '#storefront/commerce/flash-sale/flash-news.ts'
import { useRenewal } from '#storefront/commerce/flash-sale/flash-renewal.ts'

/**
 * "Kết thúc sau: 02:14:33" by the shop's clock, or the end time while no script runs. When the sale starts
 * or ends, the page is loaded again.
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
            {countdownText(left_s)}
          </time>
        </>
      )}
    </p>
  )
}
