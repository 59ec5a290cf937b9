import type { FlashState } from '#contracts/price-parts.ts'
import { formatDong } from '#pure/money.ts'
import { startUrl } from '#storefront/addresses/account-links.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Countdown } from '#storefront/commerce/flash-sale/countdown.tsx'
import { useFlash } from '#storefront/commerce/flash-sale/flash-news.ts'
import { useFlashRenewal } from '#storefront/commerce/flash-sale/flash-renewal.ts'
import { hourAndDay, ruleText } from '#storefront/commerce/flash-sale/flash-texts.ts'
import { SlotBar } from '#storefront/commerce/flash-sale/slot-bar.tsx'

/**
 * The flash sale of the shown colour: its end or start, its slots and its rule. The page knows nobody: a guest who
 * wants the price of members comes to the login modal of the cart, with the item in it.
 */
export function FlashNotice({ flash }: { flash: FlashState }) {
  useFlashRenewal(flash, useFlash(flash))
  const is_coming = flash.state === 'coming'
  return (
    <section
      aria-label="Flash Sale"
      className={`flash-notice ${is_coming ? 'flash-notice-coming' : 'flash-notice-running'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <h2 className="flex items-center gap-1.5 text-body tracking-normal uppercase">
          <Icon name="need-zap" className="size-5" />
          Flash Sale
        </h2>
        <Countdown flash={flash} />
      </div>
      {is_coming ? (
        <p className="text-sm">
          Giá <strong className="text-sale">{formatDong(flash.price)}</strong> từ{' '}
          {hourAndDay(flash.starts_at)} · {flash.slots} suất ·{' '}
          <a
            href={startUrl({ of: 'flash_sale', id: flash.flash_sale_id })}
            className="inline-flex min-h-8 items-center font-semibold text-accent underline"
          >
            Nhắc tôi
          </a>
        </p>
      ) : (
        <SlotBar flash={flash} />
      )}
      <p className="text-note">{ruleText(flash)}</p>
      {flash.needs_member && flash.state === 'running' ? (
        <button
          type="submit"
          form="mua"
          name="flash_sale_item_id"
          value={flash.flash_sale_item_id}
          className={buttonClass('outline')}
        >
          Mua giá Smember {formatDong(flash.price)}
        </button>
      ) : null}
    </section>
  )
}
