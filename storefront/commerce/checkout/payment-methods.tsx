import { useState } from 'react'
import type { UnavailableOffer } from '#contracts/price-parts.ts'
import { formatDong } from '#pure/money.ts'
import { ProblemText, RadioCard, useFieldAnswer } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'

/** A payment method as offered for this order. */
interface MethodCard {
  code: string
  title: string
  description: string
  icon: string
  /** Discount for this method; `grand_total` is the total with it. */
  offer?: { name: string; amount: number } | null
  grand_total?: number
  /** Offers for this method that the order cannot have, with the reasons. */
  unavailable_offers?: readonly UnavailableOffer[]
  /** Why the method cannot be chosen now. */
  problem?: string | null
  /** What else changes with the method. */
  note?: string | null
}

interface PaymentMethodsProps {
  methods: readonly MethodCard[]
  /** The code chosen when the page is loaded. */
  chosen: string | undefined
  onChoose?: (code: string) => void
}

/** So many methods stand in sight; the others are folded if they are more than one. */
const in_sight = 5

/**
 * "Chọn phương thức thanh toán": a choice of one method, each with its discount. On a phone only the chosen one is
 * described. Of the lesser ones, what is chosen when the page is loaded, has an offer, or cannot be chosen for a reason
 * stays in sight.
 */
export function PaymentMethods({ methods, chosen, onChoose }: PaymentMethodsProps) {
  const { problem, noteEdit } = useFieldAnswer('payment_method')
  const [first] = useState(chosen)
  const isLesser = ({ code, offer, problem: why }: MethodCard, index: number) =>
    index >= in_sight && code !== first && !offer && !why
  const lesser = methods.filter(isLesser)
  const folded = lesser.length > 1 ? lesser : []
  const choice = (method: MethodCard) => (
    <RadioCard
      key={method.code}
      name="payment_method"
      value={method.code}
      disabled={method.problem ? true : undefined}
      defaultChecked={method.code === chosen}
      onInput={noteEdit}
      onChange={() => onChoose?.(method.code)}
      className="way max-sm:p-3"
    >
      <Method {...method} />
    </RadioCard>
  )
  return (
    <CheckoutSection title="CHỌN PHƯƠNG THỨC THANH TOÁN">
      <div
        role="radiogroup"
        tabIndex={-1}
        aria-label="Phương thức thanh toán"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'payment-method-problem' : undefined}
        className="grid gap-2 rounded-xl outline-none"
      >
        {methods.filter((method) => !folded.includes(method)).map(choice)}
        {folded.length > 0 && (
          <details className="group/more">
            <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-xl border border-line px-4 font-semibold text-accent [&::-webkit-details-marker]:hidden">
              <span className="min-w-0 flex-1">{`Xem thêm ${folded.length} cách thanh toán`}</span>
              <Icon name="chevron-down" className="size-4 shrink-0 group-open/more:rotate-180" />
            </summary>
            <div className="mt-2 grid gap-2">{folded.map(choice)}</div>
          </details>
        )}
        {problem && <ProblemText id="payment-method-problem">{problem}</ProblemText>}
      </div>
    </CheckoutSection>
  )
}

function Method(method: MethodCard) {
  const {
    title,
    description,
    icon,
    offer,
    grand_total,
    unavailable_offers = [],
    problem,
    note,
  } = method
  return (
    <span className="flex items-start gap-2.5 large-text:flex-col sm:gap-3">
      <img
        src={`/media/payment/${icon}.svg`}
        alt=""
        width={64}
        height={32}
        className="mt-0.5 h-8 w-16 shrink-0 max-sm:h-7 max-sm:w-14"
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold wrap-anywhere">{breakable(title)}</span>
          {offer && !problem && grand_total !== undefined && (
            <span className="text-sm font-semibold text-success">
              còn {formatDong(grand_total)}
            </span>
          )}
        </span>
        {problem ? (
          <span className="block text-sm text-muted">{problem}</span>
        ) : (
          <span className="block text-sm text-muted max-sm:hidden max-sm:[.way:has(:checked)_&]:block">
            {description}
          </span>
        )}
        {offer && !problem && (
          <span className="block text-sm font-semibold text-success">
            {offer.name.includes(formatDong(offer.amount)) ? null : (
              <span className="block">{offer.name}</span>
            )}
            Giảm {formatDong(offer.amount)}
            {note && <span className="block font-medium text-muted">{note}</span>}
          </span>
        )}
        {!problem &&
          unavailable_offers.map((other) => (
            <span
              key={other.name}
              className="mt-1.5 block rounded-lg bg-mist px-2.5 py-1.5 text-sm text-muted"
            >
              <span className="block">{other.name}</span>
              <span className="block">{other.problem}</span>
            </span>
          ))}
      </span>
    </span>
  )
}

/** "Visa/Master/JCB/Napas" may be broken after a slash, never within a name. */
function breakable(title: string): string {
  return title.replaceAll('/', '/\u200b')
}
