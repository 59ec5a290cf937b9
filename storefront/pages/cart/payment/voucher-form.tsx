import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Quote } from '#contracts/storefront/quote.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import type { ShownVoucher } from '#storefront/pages/cart/payment/page.server.ts'
import { VoucherList } from '#storefront/pages/cart/payment/voucher-list.tsx'
import { VoucherChange } from '#storefront/pages/cart/payment/voucher-change.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'

interface VoucherFormProps {
  vouchers: readonly ShownVoucher[]
  quote: Pick<Quote, 'voucher' | 'voucher_lost'>
  /** False if the offer of the chosen payment method takes the place of the voucher. */
  is_counted: boolean
  answer: FormAnswer
}

/** "Nhập mã giảm giá": a plain form. The discount is shown in the totals. */
export function VoucherForm({
  vouchers,
  quote: { voucher, voucher_lost },
  is_counted,
  answer,
}: VoucherFormProps) {
  const is_busy = useNavigation().state !== 'idle'
  const submit = useKeptFocus(`${voucher?.code} ${voucher_lost}`)
  const { field, clear } = useTypedCode(answer)
  return (
    <CheckoutSection title="MÃ GIẢM GIÁ">
      {voucher && <EnteredVoucher voucher={voucher} is_counted={is_counted} is_busy={is_busy} />}
      {voucher_lost !== null && <LostVoucher text={voucher_lost} is_busy={is_busy} />}
      <VoucherChange answer={answer} is_busy={is_busy} onKeep={clear} />
      <VoucherList vouchers={vouchers} is_busy={is_busy} />
      <Form
        method="post"
        action={cart_addresses.payment.path}
        preventScrollReset
        className="flex flex-wrap items-start gap-3"
        key={voucher?.code ?? ''}
      >
        <FieldScope answer={answer}>
          <TextField
            ref={field}
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
          ref={submit}
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

/** Selects a refused code: the shopper reads the reason below it, then types over it or mends it. */
function useTypedCode(answer: FormAnswer) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (answer.problems['code']) field.current?.select()
  }, [answer])
  const clear = () => {
    if (field.current) field.current.value = ''
  }
  return { field, clear }
}

/** Focuses a button if `state` changed and the focused element disappeared with it. */
function useKeptFocus(state: string) {
  const button = useRef<HTMLButtonElement>(null)
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [state])
  return button
}

function EnteredVoucher({
  voucher: { code, name },
  is_counted,
  is_busy,
}: {
  voucher: NonNullable<Quote['voucher']>
  is_counted: boolean
  is_busy: boolean
}) {
  const icon = is_counted ? 'circle-check' : 'circle-alert'
  return (
    <div
      className={`flex items-center gap-3 rounded-2xl p-3 ${is_counted ? 'bg-success-soft text-success' : 'bg-mist'}`}
      role="status"
    >
      <Icon name={icon} className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 text-[15px] wrap-anywhere">
        <strong>{code}</strong>
        {name !== '' && ` · ${name}`}
        {is_counted ? null : (
          <span className="block text-sm text-muted">
            Chưa trừ vào đơn: ưu đãi của phương thức thanh toán đang chọn có lợi hơn.
          </span>
        )}
      </p>
      <RemoveButton label={`Bỏ mã ${code}`} text="Bỏ mã" is_busy={is_busy} />
    </div>
  )
}

function LostVoucher({ text, is_busy }: { text: string; is_busy: boolean }) {
  return (
    <div className="flex items-center gap-3 rounded-2xl bg-sale-soft p-3 text-sale" role="status">
      <Icon name="circle-alert" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 text-[15px] wrap-anywhere">{text}</p>
      <RemoveButton text="Đã hiểu" is_busy={is_busy} />
    </div>
  )
}

interface RemoveButtonProps {
  text: string
  label?: string
  is_busy: boolean
}

function RemoveButton({ text, label, is_busy }: RemoveButtonProps) {
  return (
    <Form method="post" action={cart_addresses.payment.path} preventScrollReset>
      <button
        type="submit"
        name="intent"
        value="remove_voucher"
        aria-disabled={is_busy}
        aria-label={label}
        className="min-h-11 rounded-xl px-3 font-bold text-ink hover:underline"
      >
        {text}
      </button>
    </Form>
  )
}
