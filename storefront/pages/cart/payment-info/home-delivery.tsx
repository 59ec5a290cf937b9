import type { FormAnswer } from '#storefront/runtime/page.ts'
import type { PaymentInfoData } from '#storefront/pages/cart/payment-info/page.server.ts'
import { TextField } from '#web/ui/field.tsx'
import { LegacyAddress } from '#storefront/pages/cart/payment-info/legacy-address.tsx'
import { OfferedWards } from '#storefront/pages/cart/payment-info/offered-wards.tsx'
import { TodayAddress } from '#storefront/pages/cart/payment-info/today-address.tsx'

interface CheckoutHomeProps {
  data: PaymentInfoData
  answer: FormAnswer
}

/**
 * The delivery address, in administrative units of today or of before 2025-07-01. The form has the fields of
 * both, and CSS shows those of the chosen one, with and without scripts.
 */
export function CheckoutHome({ data, answer }: CheckoutHomeProps) {
  const isOld = answer.values['address_units'] === 'before'
  return (
    <div className="units grid gap-4 sm:grid-cols-2">
      <fieldset className="flex flex-wrap gap-x-6 gap-y-1 sm:col-span-2">
        <legend className="sr-only">Đơn vị hành chính</legend>
        <UnitsChoice value="today" text="Địa chỉ mới" isChosen={!isOld} />
        <UnitsChoice value="before" text="Địa chỉ cũ trước 01/07/2025" isChosen={isOld} />
      </fieldset>
      <div className="hidden gap-4 [.units:has([data-units=today]:checked)_&]:grid sm:col-span-2 sm:grid-cols-2">
        <TodayAddress data={data} />
        {answer.refusal?.code === 'ward_to_choose' && <OfferedWards answer={answer} />}
      </div>
      <div className="hidden gap-4 [.units:has([data-units=before]:checked)_&]:grid sm:col-span-2">
        <LegacyAddress provinces={data.legacy_provinces} answer={answer} />
      </div>
      <TextField
        name="street"
        label="Số nhà, tên đường"
        required
        maxLength={200}
        autoComplete="address-line1"
        className="sm:col-span-2"
        defaultValue={data.quote.recipient?.street ?? ''}
      />
    </div>
  )
}

interface UnitsChoiceProps {
  value: 'today' | 'before'
  text: string
  isChosen: boolean
}

function UnitsChoice({ value, text, isChosen }: UnitsChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="address_units"
        value={value}
        data-units={value}
        defaultChecked={isChosen}
        className="size-5 shrink-0 accent-accent outline-none"
      />
      <span className="font-semibold">{text}</span>
    </label>
  )
}
