import { useRef, useState } from 'react'
import type { PaymentInfoData } from '#storefront/pages/cart/payment-info/page.server.ts'
import { optionValue, type PlaceOption } from '#storefront/pages/cart/payment-info/ward-option.ts'
import { SelectField, useFieldAnswer } from '#web/ui/field.tsx'
import { WardCombobox } from '#storefront/pages/cart/payment-info/ward-combobox.tsx'

/** One of 34 provinces and a ward in it; another province empties the ward. */
export function TodayAddress({ data }: { data: PaymentInfoData }) {
  const { ward_id: id, ward_name: name } = data.quote.recipient ?? {}
  const saved = id && name ? optionValue({ id, name }) : ''
  const { typed: typed_province } = useFieldAnswer('province_code')
  const { typed: typed_ward } = useFieldAnswer('ward_id')
  const text = useRef<HTMLInputElement>(null)
  const [place, setPlace] = useState({
    province_code: typed_province ?? data.province_code,
    picked: typed_province === undefined ? saved : (typed_ward ?? ''),
  })

  function moveTo(province_code: string) {
    if (text.current) text.current.value = ''
    setPlace({ province_code, picked: '' })
  }

  function pick(ward: PlaceOption) {
    if (text.current) text.current.value = ward.name
    setPlace((now) => ({ ...now, picked: optionValue(ward) }))
  }

  return (
    <>
      <SelectField
        name="province_code"
        label="Tỉnh / Thành phố"
        required
        autoComplete="address-level1"
        defaultValue={data.province_code}
        onChange={(event) => moveTo(event.target.value)}
      >
        {data.official_provinces.map(({ province_code, name: province }) => (
          <option key={province_code} value={province_code}>
            {province}
          </option>
        ))}
      </SelectField>
      <WardCombobox
        province_code={place.province_code}
        saved_name={name ?? ''}
        text={text}
        picked={place.picked}
        onPick={pick}
        onType={() => setPlace((now) => ({ ...now, picked: '' }))}
      />
    </>
  )
}
