import type { LegacyWard } from '#contracts/storefront/units.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { candidatesKey, optionValue } from '#storefront/pages/cart/payment-info/ward-option.ts'
import { WardRadios } from '#storefront/pages/cart/payment-info/offered-wards.tsx'

interface OldWardNowProps {
  /** Value of the chosen district's option. */
  district: string
  ward: LegacyWard
  answer: FormAnswer
}

/** Shows the ward of today for the chosen old ward, or asks which one if the old ward was split. */
export function OldWardNow({ district, ward, answer }: OldWardNowProps) {
  const [only, ...others] = ward.new_wards
  if (!only) return null
  if (others.length === 0) {
    return (
      <p role="status" className="rounded-xl bg-mist px-4 py-3 text-body">
        Nay là <strong>{only.name}</strong>, {only.province_name}.
      </p>
    )
  }
  const chosen = optionValue({ id: ward.ward_id, name: ward.name })
  return (
    <WardRadios
      title={`${ward.name} đã được chia. Bạn ở phường, xã mới nào?`}
      candidates={ward.new_wards}
      chosen_for={candidatesKey('before', district, chosen)}
      answer={answer}
    />
  )
}
