import { useRef, useState } from 'react'
import type { PaymentInfoData } from '#storefront/pages/cart/payment-info/page.server.ts'
import { optionValue, type UnitOption } from '#storefront/pages/cart/payment-info/ward-option.ts'
import { SelectField, useFieldAnswer } from '#web/ui/field.tsx'
import { WardCombobox } from '#storefront/pages/cart/payment-info/ward-combobox.tsx'

/** Chooses one of 34 provinces and a ward in it. Another province clears the ward. */
export function TodayAddress({ data }: { data: PaymentInfoData }) {
  const { ward_id: id, ward_name: name } = data.quote.recipient ?? {}
  const saved = id && name ? optionValue({ id, name }) : ''
  const { typed: typed_province } = useFieldAnswer('province_code')
  const { typed: typed_ward } = useFieldAnswer('ward_id')
  const text = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState({
    province_code: typed_province ?? data.province_code,
    picked: typed_province === undefined ? saved : (typed_ward ?? ''),
  })

  function chooseProvince(province_code: string) {
    if (text.current) text.current.value = ''
    setAddress({ province_code, picked: '' })
  }

  function pick(ward: UnitOption) {
    if (text.current) text.current.value = ward.name
    setAddress((now) => ({ ...now, picked: optionValue(ward) }))
  }

  return (
    <>
      <SelectField
        name="province_code"
        label="Tỉnh / Thành phố"
        required
        autoComplete="address-level1"
        defaultValue={data.province_code}
        onChange={(event) => chooseProvince(event.target.value)}
      >
        {data.official_provinces.map(({ province_code, name: province }) => (
          <option key={province_code} value={province_code}>
            {province}
          </option>
        ))}
      </SelectField>
      <WardCombobox
        province_code={address.province_code}
        saved_name={name ?? ''}
        text={text}
        picked={address.picked}
        onPick={pick}
        onType={() => setAddress((now) => ({ ...now, picked: '' }))}
      />
    </>
  )
}
