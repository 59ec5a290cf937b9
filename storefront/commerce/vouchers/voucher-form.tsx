import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Quote } from '#contracts/storefront/quote.ts'
import { no_answer } from '#storefront/runtime/form-answer.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, TextField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Captcha, CaptchaAgain } from '#storefront/commerce/captcha/captcha.tsx'
import { captchaRequestOf } from '#storefront/commerce/captcha/captcha-request.ts'
import { VoucherList } from '#storefront/commerce/vouchers/voucher-list.tsx'
import { VoucherChange } from '#storefront/commerce/vouchers/voucher-change.tsx'
import type { ShownVoucher } from '#storefront/commerce/vouchers/way.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'

interface VoucherFormProps {
  /** The address of the page, which takes the forms. */
  path: string
  vouchers: readonly ShownVoucher[]
  quote: Pick<Quote, 'voucher' | 'voucher_lost'>
  /** Why the voucher takes off nothing now; null: it does. */
  problem: string | null
  answer: FormAnswer
}

/** "Nhập mã giảm giá": a plain form. The discount is shown in the totals. */
export function VoucherForm({
  path,
  vouchers,
  quote: { voucher, voucher_lost },
  problem,
  answer,
}: VoucherFormProps) {
  const is_busy = useNavigation().state !== 'idle'
  const submit = useKeptFocus(`${voucher?.code} ${voucher_lost}`)
  // Where the refused press was: a list or a popup sends a code that is not the typed one.
  const { intent, pressed } = answer.values
  const typed = intent === 'voucher' && pressed === undefined ? answer : no_answer
  const { field, clear } = useTypedCode(typed)
  return (
    <CheckoutSection title="MÃ GIẢM GIÁ">
      {voucher && <EnteredVoucher {...{ path, voucher, problem, is_busy }} />}
      {voucher_lost !== null && <LostVoucher path={path} text={voucher_lost} is_busy={is_busy} />}
      <VoucherChange path={path} answer={answer} is_busy={is_busy} onKeep={clear} />
      {pressed === 'popup' && <CaptchaAgain answer={answer} path={path} />}
      <VoucherList
        path={path}
        vouchers={vouchers}
        answer={pressed === 'list' && captchaRequestOf(answer.refusal) !== null ? answer : null}
        is_busy={is_busy}
      />
      <Form
        method="post"
        action={path}
        preventScrollReset
        className="flex flex-wrap items-start gap-3"
        key={voucher?.code ?? ''}
      >
        <FieldScope answer={typed}>
          <TextField
            ref={field}
            name="code"
            label="Nhập mã giảm giá"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            className="min-w-32 flex-1"
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
          <Captcha answer={typed} />
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
  path,
  voucher: { code, name },
  problem,
  is_busy,
}: {
  path: string
  voucher: NonNullable<Quote['voucher']>
  problem: string | null
  is_busy: boolean
}) {
  const is_counted = problem === null
  const icon = is_counted ? 'circle-check' : 'circle-alert'
  return (
    <div
      className={`flex items-center gap-3 rounded-2xl p-3 ${is_counted ? 'bg-success-soft text-success' : 'bg-mist'}`}
      role="status"
    >
      <Icon name={icon} className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 text-body wrap-anywhere">
        <strong>{code}</strong>
        {name !== '' && ` · ${name}`}
        {is_counted ? null : <span className="block text-sm text-muted">{problem}</span>}
      </p>
      <RemoveButton path={path} label={`Bỏ mã ${code}`} text="Bỏ mã" is_busy={is_busy} />
    </div>
  )
}

interface LostVoucherProps {
  path: string
  text: string
  is_busy: boolean
}

function LostVoucher({ path, text, is_busy }: LostVoucherProps) {
  return (
    <div className="flex items-center gap-3 rounded-2xl bg-sale-soft p-3 text-sale" role="status">
      <Icon name="circle-alert" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 text-body wrap-anywhere">{text}</p>
      <RemoveButton path={path} text="Đã hiểu" is_busy={is_busy} />
    </div>
  )
}

interface RemoveButtonProps {
  path: string
  text: string
  label?: string
  is_busy: boolean
}

function RemoveButton({ path, text, label, is_busy }: RemoveButtonProps) {
  return (
    <Form method="post" action={path} preventScrollReset>
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
