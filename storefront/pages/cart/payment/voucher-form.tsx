import { Form, useNavigation } from 'react-router'
import type { Quote } from '#contracts/storefront/quote.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, TextField } from '#web/ui/field.tsx'
import { CircleAlert, CircleCheck } from '#web/ui/icons.tsx'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'

interface VoucherFormProps {
  voucher: Quote['voucher']
  answer: FormAnswer
}

/** "Nhập mã giảm giá": a plain form; what the code gives stands in the totals. */
export function VoucherForm({ voucher, answer }: VoucherFormProps) {
  const is_busy = useNavigation().state !== 'idle'
  return (
    <CheckoutSection title="MÃ GIẢM GIÁ">
      {voucher && <EnteredVoucher voucher={voucher} is_busy={is_busy} />}
      <Form
        method="post"
        action={addresses.payment.path}
        preventScrollReset
        className="flex flex-wrap items-start gap-3"
        key={voucher?.code ?? ''}
      >
        <FieldScope answer={answer}>
          <TextField
            name="code"
            label="Nhập mã giảm giá"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            className="min-w-44 flex-1"
          />
        </FieldScope>
        <button
          type="submit"
          name="intent"
          value="voucher"
          aria-disabled={is_busy}
          className={buttonClass('outline', 'mt-[26px] min-h-12')}
        >
          Áp dụng
        </button>
        <div className="basis-full empty:hidden">
          <Captcha answer={answer} />
        </div>
      </Form>
    </CheckoutSection>
  )
}

function EnteredVoucher({
  voucher: { code, name, problem },
  is_busy,
}: {
  voucher: NonNullable<Quote['voucher']>
  is_busy: boolean
}) {
  const Icon = problem === null ? CircleCheck : CircleAlert
  const tone = problem === null ? 'bg-success-soft text-success' : 'bg-sale-soft text-sale'
  return (
    <div className={`flex items-center gap-3 rounded-2xl p-3 ${tone}`} role="status">
      <Icon className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 text-[15px] wrap-anywhere">
        <strong>{code}</strong>
        {name !== '' && ` · ${name}`}
        {problem !== null && <span className="block">{problem}</span>}
      </p>
      <Form method="post" action={addresses.payment.path} preventScrollReset>
        <button
          type="submit"
          name="intent"
          value="remove_voucher"
          aria-disabled={is_busy}
          aria-label={`Bỏ mã ${code}`}
          className="min-h-11 rounded-xl px-3 font-bold text-ink hover:underline"
        >
          Bỏ mã
        </button>
      </Form>
    </div>
  )
}
