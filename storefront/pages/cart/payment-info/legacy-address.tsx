import { useState } from 'react'
import type { LegacyDistrict, LegacyProvince, LegacyWard } from '#contracts/storefront/units.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import {
  optionValue,
  type PlaceOption,
  readOption,
} from '#storefront/pages/cart/payment-info/ward-option.ts'
import type { LegacyLists } from '#storefront/page-refusals.ts'
import { buttonClass } from '#web/ui/button.ts'
import { SelectField } from '#web/ui/field.tsx'
import { fetchData } from '#web/runtime/on-demand.ts'
import { OfferedWards } from '#storefront/pages/cart/payment-info/offered-wards.tsx'
import { OldWardNow } from '#storefront/pages/cart/payment-info/legacy-ward-today.tsx'

interface LegacyAddressProps {
  provinces: readonly LegacyProvince[]
  answer: FormAnswer
}

/** Province, district and ward of before 2025-07-01, and what the ward is called now. */
export function LegacyAddress({ provinces, answer }: LegacyAddressProps) {
  const lists = useLegacyLists(answer)
  const { values } = answer
  const wasSplit = answer.refusal?.code === 'ward_was_split'
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          name="legacy_code"
          label="Tỉnh, thành phố cũ"
          defaultValue=""
          onChange={(event) => lists.askDistricts(event.target.value)}
        >
          <option value="">Chọn tỉnh, thành phố</option>
          {provinces.map(({ legacy_code, name }) => (
            <option key={legacy_code} value={legacy_code}>
              {name.replace(/^(Tỉnh|Thành phố) /, '')}
            </option>
          ))}
        </SelectField>
        <SelectField
          key={`districts ${lists.province}`}
          name="district_id"
          label="Quận, huyện cũ"
          defaultValue=""
          onChange={(event) => lists.askWards(event.target.value)}
        >
          <option value="">Chọn quận, huyện</option>
          <Options
            list={lists.districts.map(({ district_id, name }) => ({ id: district_id, name }))}
            typed={lists.province === '' ? values['district_id'] : undefined}
          />
        </SelectField>
        <SelectField
          key={`wards ${lists.province} ${lists.district}`}
          name="legacy_ward_id"
          label="Phường, xã cũ"
          defaultValue=""
          onChange={(event) => lists.choose(event.target.value)}
        >
          <option value="">Chọn phường, xã</option>
          <Options
            list={lists.wards.map(({ ward_id, name }) => ({ id: ward_id, name }))}
            typed={lists.district === '' ? values['legacy_ward_id'] : undefined}
          />
        </SelectField>
      </div>
      <noscript>
        <button
          type="submit"
          name="intent"
          value="legacy"
          className={buttonClass('outline', 'w-fit px-5')}
        >
          Hiện danh sách tiếp theo
        </button>
      </noscript>
      {lists.has_failed && (
        <p role="alert" className="text-sm text-sale">
          Chưa tải được danh sách. Vui lòng kiểm tra mạng và chọn lại.
        </p>
      )}
      {lists.ward ? (
        <OldWardNow district={lists.district} ward={lists.ward} answer={answer} />
      ) : (
        wasSplit && <OfferedWards answer={answer} />
      )}
    </>
  )
}

interface OptionsProps {
  list: readonly PlaceOption[]
  /** What was chosen from a list that is not at hand any more. */
  typed: string | undefined
}

function Options({ list, typed }: OptionsProps) {
  const kept = readOption(typed)
  const isListed = kept === null || list.some(({ id }) => id === kept.id)
  return (
    <>
      {!isListed && <option value={typed}>{kept.name}</option>}
      {list.map((place) => (
        <option key={place.id} value={optionValue(place)}>
          {place.name}
        </option>
      ))}
    </>
  )
}

interface Lists extends LegacyLists {
  province: string
  district: string
  chosen: string
  has_failed: boolean
}

/** Lists come from the answer without scripts, else one by one as they are needed. */
function useLegacyLists({ refusal }: FormAnswer) {
  const given = refusal?.code === 'legacy_lists' ? refusal.data : null
  const [lists, setLists] = useState<Lists>({
    districts: given?.districts ?? [],
    wards: given?.wards ?? [],
    province: '',
    district: '',
    chosen: '',
    has_failed: false,
  })
  const fail = () => setLists((now) => ({ ...now, has_failed: true }))

  function askDistricts(province: string) {
    const empty = { districts: [], wards: [], district: '', chosen: '', has_failed: false }
    setLists({ ...empty, province })
    if (province === '') return
    fetchData<LegacyDistrict[]>(`/api/locations/v1/legacy-districts?legacy_code=${province}`).then(
      (districts) => setLists((now) => (now.province === province ? { ...now, districts } : now)),
      fail,
    )
  }

  function askWards(district: string) {
    setLists((now) => ({ ...now, district, wards: [], chosen: '', has_failed: false }))
    const id = readOption(district)?.id
    if (id === undefined) return
    fetchData<LegacyWard[]>(`/api/locations/v1/legacy-wards?district_id=${id}`).then(
      (wards) => setLists((now) => (now.district === district ? { ...now, wards } : now)),
      fail,
    )
  }

  const choose = (chosen: string) => setLists((now) => ({ ...now, chosen }))
  const id = readOption(lists.chosen)?.id
  const ward = lists.wards.find((one) => one.ward_id === id) ?? null
  return { ...lists, ward, askDistricts, askWards, choose }
}
