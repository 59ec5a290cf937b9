import type { ColorVariant, PaymentLine } from '#contracts/storefront/catalog.ts'
import { Icon } from '#web/ui/icons.tsx'

interface PaymentOffersProps {
  offers: readonly PaymentLine[]
  color: Pick<ColorVariant, 'payment_problems'>
}

/** "Ưu đãi thanh toán": discounts for a payment method. One that this price does not get is grey, with the reason. */
export function PaymentOffers({ offers, color: { payment_problems = {} } }: PaymentOffersProps) {
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="uu-dai-thanh-toan">
      <h2 id="uu-dai-thanh-toan" className="text-base font-bold tracking-normal">
        Ưu đãi thanh toán
      </h2>
      <ul className="mt-2 grid gap-1.5 text-body">
        {offers.map(({ uuid, name, description }) => (
          <li
            key={uuid}
            className={`grid grid-cols-[auto_minmax(0,1fr)] gap-2.5 ${payment_problems[uuid] ? 'text-muted' : ''}`}
          >
            <Icon
              name="credit-card"
              className={`mt-0.5 size-5 ${payment_problems[uuid] ? '' : 'text-accent'}`}
            />
            <details className="leading-snug">
              <summary className="finger cursor-pointer list-none [&::-webkit-details-marker]:hidden">
                {name} <span className="text-sm whitespace-nowrap text-accent">Xem chi tiết</span>
                <span className="block text-sm">{payment_problems[uuid]}</span>
              </summary>
              <p className="mt-1 text-sm text-muted">{description}</p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
