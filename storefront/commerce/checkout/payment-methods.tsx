import { formatDong } from '#pure/money.ts'
import { ProblemText, RadioCard, useFieldAnswer } from '#web/ui/field.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'

/** A way to pay as it is offered for these goods. */
export interface MethodCard {
  code: string
  title: string
  description: string
  icon: string
  /** What is taken off for it, and what the order comes to then. */
  offer?: { name: string; amount: number } | null
  grand_total?: number
  /** Why it cannot be chosen now. */
  problem?: string | null
}

interface PaymentMethodsProps {
  methods: readonly MethodCard[]
  /** The code that is chosen when the page comes. */
  chosen: string | undefined
  onChoose?: (code: string) => void
}

/** "Chọn phương thức thanh toán": one of several, each with what it gives. */
export function PaymentMethods({ methods, chosen, onChoose }: PaymentMethodsProps) {
  const { problem, noteEdit } = useFieldAnswer('payment_method')
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
        {methods.map((method) => (
          <RadioCard
            key={method.code}
            name="payment_method"
            value={method.code}
            disabled={method.problem ? true : undefined}
            defaultChecked={method.code === chosen}
            onInput={noteEdit}
            onChange={() => onChoose?.(method.code)}
          >
            <Method {...method} />
          </RadioCard>
        ))}
        {problem && <ProblemText id="payment-method-problem">{problem}</ProblemText>}
      </div>
    </CheckoutSection>
  )
}

function Method({ title, description, icon, offer, grand_total, problem }: MethodCard) {
  return (
    <span className="flex items-start gap-3">
      <img
        src={`/media/payment/${icon}.svg`}
        alt=""
        width={48}
        height={32}
        className="mt-0.5 h-8 w-12 shrink-0"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{breakable(title)}</span>
        <span className="block text-sm text-muted">{problem ?? description}</span>
        {offer && !problem && (
          <span className="mt-1.5 block rounded-lg bg-success-soft px-2.5 py-1.5 text-sm font-semibold text-success">
            <span className="block">{offer.name}</span>
            <span className="block font-medium">
              -{formatDong(offer.amount)}
              {grand_total !== undefined && <>, còn {formatDong(grand_total)}</>}
            </span>
          </span>
        )}
      </span>
    </span>
  )
}

/** "Visa/Master/JCB/Napas" goes on in the next line behind a slash, never within a name. */
function breakable(title: string): string {
  return title.replaceAll('/', '/\u200b')
}
