import { useEffect, useRef } from 'react'
import type { Ward } from '#contracts/storefront/units.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { candidatesKey, optionValue } from '#storefront/pages/cart/payment-info/ward-option.ts'
import { RadioCard } from '#web/ui/field.tsx'
import { scrollToAndFocus } from '#web/ui/scroll-to.ts'

/** The wards to choose from after a refusal: the name fits several, or the old ward was split. */
export function OfferedWards({ answer }: { answer: FormAnswer }) {
  const { refusal, values } = answer
  if (refusal?.code !== 'ward_was_split' && refusal?.code !== 'ward_to_choose') return null
  const { legacy_address, candidates } = refusal.data
  const isOld = refusal.code === 'ward_was_split'
  const area = values[isOld ? 'district_id' : 'province_code'] ?? ''
  const ward = values[isOld ? 'legacy_ward_id' : 'ward_name'] ?? ''
  return (
    <WardRadios
      title={
        isOld
          ? `${legacy_address} đã được chia. Bạn ở phường, xã mới nào?`
          : `Có ${candidates.length} phường, xã gần giống “${ward}”. Bạn ở đâu?`
      }
      candidates={candidates}
      chosen_for={candidatesKey(isOld ? 'before' : 'today', area, ward)}
      answer={answer}
    />
  )
}

interface WardRadiosProps {
  title: string
  candidates: readonly Ward[]
  /** The key of the input that they are offered for (ward-option.ts). */
  chosen_for: string
  answer: FormAnswer
}

/** Radio buttons of wards. Scrolls to them when the form's answer asks for a ward. */
export function WardRadios({ title, candidates, chosen_for, answer }: WardRadiosProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const first = group.current?.querySelector('input[type=radio]')
    if (asksForWard(answer) && first instanceof HTMLElement) {
      scrollToAndFocus(first)
    }
  }, [answer])
  return (
    <fieldset ref={group} className="grid gap-2 sm:col-span-2 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-semibold">{title}</legend>
      <input type="hidden" name="chosen_for" value={chosen_for} />
      {candidates.map(({ ward_id, name, province_name }) => (
        <RadioCard
          key={ward_id}
          name="chosen_ward_id"
          value={optionValue({ id: ward_id, name })}
          className="py-3!"
        >
          <span className="block font-semibold">{name}</span>
          <span className="block text-sm text-muted">{province_name}</span>
        </RadioCard>
      ))}
    </fieldset>
  )
}

function asksForWard({ refusal }: FormAnswer): boolean {
  return refusal?.code === 'ward_was_split' || refusal?.code === 'ward_to_choose'
}
