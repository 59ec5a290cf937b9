import { Fragment } from 'react'
import type { FlashWindow } from '#contracts/storefront/promotion.ts'
import { startUrl } from '#storefront/addresses/account-links.ts'
import { flashWindowUrl } from '#storefront/addresses/home-links.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { Countdown } from '#storefront/commerce/flash-sale/countdown.tsx'
import { swept_card_sizes } from '#storefront/commerce/pictures/photo.tsx'
import { FlashCard } from '#storefront/commerce/flash-sale/flash-card.tsx'
import { dayOf, hour, ruleText } from '#storefront/commerce/flash-sale/flash-texts.ts'

/** A sale window as a tab, without its items. */
type FlashTab = Pick<
  FlashWindow,
  'flash_sale_id' | 'state' | 'starts_at' | 'ends_at' | 'needs_member'
>

export interface FlashData {
  tabs: FlashTab[]
  shown: FlashWindow
}

/** "Flash Sale": the windows as links, the countdown, the items with their slots, and the rule. */
export function FlashBlock({ flash: { tabs, shown } }: { flash: FlashData }) {
  const [first] = shown.items
  if (!first) return null
  return (
    <section id="flash-sale" aria-labelledby="flash-sale-title" className="deals-band">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-white">
        <h2 id="flash-sale-title" className="flex items-center gap-1.5 text-xl md:text-2xl">
          <Icon name="need-zap" className="size-6" />
          Flash Sale
        </h2>
        <Countdown flash={first.flash} key={shown.flash_sale_id} />
        {shown.state === 'coming' && (
          <p className="text-sm font-bold">
            Mở bán {hour(shown.starts_at)} {dayOf(shown.starts_at)}
          </p>
        )}
        {shown.state === 'coming' && (
          <a
            href={startUrl({ of: 'flash_sale', id: shown.flash_sale_id })}
            className={buttonClass('outline', 'ml-auto')}
          >
            Nhắc tôi
          </a>
        )}
      </div>
      {tabs.length > 1 && (
        <nav aria-label="Khung giờ Flash Sale" className="snap-row gap-2">
          {tabs.map((tab, index) => (
            <Fragment key={tab.flash_sale_id}>
              <Day tab={tab} before={tabs[index - 1]} />
              <Tab tab={tab} is_shown={tab.flash_sale_id === shown.flash_sale_id} />
            </Fragment>
          ))}
        </nav>
      )}
      <Slider
        key={shown.flash_sale_id}
        label="Sản phẩm Flash Sale"
        overflows={shown.items.length > 5}
      >
        {shown.items.map((item) => (
          <li key={item.item_id} className="slider-card">
            <FlashCard item={item} sizes={swept_card_sizes} />
          </li>
        ))}
      </Slider>
      <p className="text-note text-white">{ruleText(shown)}</p>
    </section>
  )
}

/** The day of the coming windows that follow, said once before the first of them. */
function Day({ tab, before }: { tab: FlashTab; before: FlashTab | undefined }) {
  if (tab.state !== 'coming') return null
  const is_first = before?.state !== 'coming'
  const day = dayOf(tab.starts_at)
  if (!is_first && dayOf(before.starts_at) === day) return null
  return (
    <p aria-hidden className="grid shrink-0 content-center pl-1 text-xs leading-tight text-white">
      {is_first ? <span>Sắp mở bán</span> : null}
      <span className="text-sm font-bold">{day}</span>
    </p>
  )
}

function Tab({ tab, is_shown }: { tab: FlashTab; is_shown: boolean }) {
  return (
    <a
      href={flashWindowUrl(tab.flash_sale_id)}
      aria-current={is_shown ? 'true' : undefined}
      className="flash-tab"
    >
      <span className="font-bold">
        {hour(tab.starts_at)} - {hour(tab.ends_at)}
      </span>
      {tab.state === 'coming' ? (
        <span className="sr-only">{`Sắp mở bán ${dayOf(tab.starts_at)}`}</span>
      ) : null}
      {tab.needs_member || tab.state === 'running' ? (
        <span className="text-xs">
          {[tab.needs_member && 'Smember', tab.state === 'running' && 'Đang diễn ra']
            .filter(Boolean)
            .join(': ')}
        </span>
      ) : null}
    </a>
  )
}
