import { booking_addresses } from '#storefront/addresses/booking.ts'
import type { LandingData } from '#storefront/pages/landing/landing-data.ts'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { telLink } from '#web/ui/tel-link.ts'

/** On a phone, the purpose of a page without a footer stays at hand: its button, and a call. */
export function PurposeBar({ blocks }: { blocks: LandingData['blocks'] }) {
  const { shop } = useShop()
  const hero = blocks.find((block): block is ShownOf<'hero'> => block.kind === 'hero')
  const is_repair = blocks.some(({ kind }) => kind === 'repairs')
  const main = is_repair
    ? { text: 'Đặt lịch', href: booking_addresses.booking.path }
    : buttonOf(hero)
  if (main === null) return null
  return (
    <nav aria-label="Việc chính" className="landing-bar">
      <a href={telLink(shop.hotline)}>Gọi {shop.hotline}</a>
      <a href={main.href} className="landing-bar-main">
        {main.text}
      </a>
    </nav>
  )
}

function buttonOf(hero: ShownOf<'hero'> | undefined) {
  return hero === undefined || hero.button === '' ? null : { text: hero.button, href: hero.href }
}
