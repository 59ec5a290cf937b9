import { useState } from 'react'
import type { LegacyDistrict, LegacyProvince, LegacyWard } from '#contracts/storefront/units.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import {
  optionValue,
  type UnitOption,
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

/** Chooses province, district and ward of before 2025-07-01, and shows today's name of the ward. */
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
          onChange={(event) => lists.loadDistricts(event.target.value)}
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
          onChange={(event) => lists.loadWards(event.target.value)}
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
  list: readonly UnitOption[]
  /** The value that was chosen from a list that is no longer loaded. */
  typed: string | undefined
}

function Options({ list, typed }: OptionsProps) {
  const chosen_unit = readOption(typed)
  const isListed = chosen_unit === null || list.some(({ id }) => id === chosen_unit.id)
  return (
    <>
      {!isListed && <option value={typed}>{chosen_unit.name}</option>}
      {list.map((unit) => (
        <option key={unit.id} value={optionValue(unit)}>
          {unit.name}
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

/** Without scripts the lists come with the form's answer, else each is fetched when needed. */
function useLegacyLists({ refusal }: FormAnswer) {
  const answered = refusal?.code === 'legacy_lists' ? refusal.data : null
  const [lists, setLists] = useState<Lists>({
    districts: answered?.districts ?? [],
    wards: answered?.wards ?? [],
    province: '',
    district: '',
    chosen: '',
    has_failed: false,
  })
  const fail = () => setLists((now) => ({ ...now, has_failed: true }))

  function loadDistricts(province: string) {
    const empty = { districts: [], wards: [], district: '', chosen: '', has_failed: false }
    setLists({ ...empty, province })
    if (province === '') return
    fetchData<LegacyDistrict[]>(`/api/locations/v1/legacy-districts?legacy_code=${province}`).then(
      (districts) => setLists((now) => (now.province === province ? { ...now, districts } : now)),
      fail,
    )
  }

  function loadWards(district: string) {
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
  const ward = lists.wards.find(({ ward_id }) => ward_id === id) ?? null
  return { ...lists, ward, loadDistricts, loadWards, choose }
}
