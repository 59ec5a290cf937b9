import type { OfferedProvince } from '#storefront/commerce/province/offered-provinces.ts'

interface ProvinceOptionsProps<Offered extends OfferedProvince> {
  provinces: readonly Offered[]
  /** What an option says of its province; absent: its name. */
  text?: (province: Offered) => string
}

const withCount = ({ name, count }: OfferedProvince) => `${name} (${count} cửa hàng)`

/**
 * The options of a list of provinces: those of today. The former names follow, so that whoever types "Bình Dương" into
 * the list of the browser finds Hồ Chí Minh (decision 357).
 */
export function ProvinceOptions<Offered extends OfferedProvince>({
  provinces,
  text = withCount,
}: ProvinceOptionsProps<Offered>) {
  const former = provinces
    .flatMap(({ name: now, former: parts }) => parts.map((part) => ({ ...part, now })))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'vi'))
  return (
    <>
      {provinces.map((province) => (
        <option key={province.province_id} value={province.province_id}>
          {text(province)}
        </option>
      ))}
      {former.length > 0 && (
        <optgroup label="Tên trước 01/07/2025">
          {former.map(({ province_id, name, now }) => (
            <option key={province_id} value={province_id}>{`${name} (nay thuộc ${now})`}</option>
          ))}
        </optgroup>
      )}
    </>
  )
}
