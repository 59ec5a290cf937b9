import { useEffect, useRef } from 'react'
import type { SplitWard, Ward } from '#contracts/units.ts'
import type { FormAnswer } from '#storefront/page.ts'
import { candidatesKey, optionValue } from '#storefront/place-option.ts'
import { RadioCard } from '#storefront/ui/field.tsx'
import { scrollToAndFocus } from '#storefront/ui/scroll-to.ts'

/** The wards that an answer asks to choose from: an old one was split, or a name fits several. */
export function OfferedWards({ answer }: { answer: FormAnswer }) {
  const { refusal, values } = answer
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const radio = first.current?.querySelector('input[type=radio]')
    if (radio instanceof HTMLElement) scrollToAndFocus(radio)
  }, [answer])
  if (refusal?.code !== 'ward_was_split' && refusal?.code !== 'ward_to_choose') return null
  const { legacy_address, candidates } = refusal.data as SplitWard
  const isOld = refusal.code === 'ward_was_split'
  const place = values[isOld ? 'district_id' : 'province_code'] ?? ''
  const ward = values[isOld ? 'legacy_ward_id' : 'ward_name'] ?? ''
  return (
    <div ref={first} className="sm:col-span-2">
      <WardRadios
        title={
          isOld
            ? `${legacy_address} đã được chia. Bạn ở phường, xã mới nào?`
            : `Có ${candidates.length} phường, xã gần giống “${ward}”. Bạn ở đâu?`
        }
        candidates={candidates}
        chosen_for={candidatesKey(isOld ? 'before' : 'today', place, ward)}
      />
    </div>
  )
}

interface WardRadiosProps {
  title: string
  candidates: readonly Ward[]
  chosen_for: string
}

export function WardRadios({ title, candidates, chosen_for }: WardRadiosProps) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
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
