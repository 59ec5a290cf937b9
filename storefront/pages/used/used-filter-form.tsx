import { used_addresses } from '#storefront/addresses/used.ts'
import { grade_order, grade_titles } from '#storefront/commerce/used/used-texts.ts'
import { formatDong } from '#pure/money.ts'
import { usedHref } from '#storefront/pages/used/used-query.ts'
import type { UsedData, UsedFilters } from '#storefront/pages/used/used-data.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'

const sorts = [
  ['newest', 'Mới về'],
  ['price-asc', 'Giá thấp đến cao'],
  ['price-desc', 'Giá cao đến thấp'],
  ['battery', 'Pin tốt nhất'],
] as const

const batteries = [80, 85, 90, 95]
const input = 'h-12 w-full rounded-xl border border-muted/50 bg-white px-3'

/** The filters, folded: the devices come first on a phone. What is set stands beside them and goes by one press. */
export function UsedFilterForm({ data }: { data: UsedData }) {
  const chosen = chosenOf(data)
  return (
    <>
      <details>
        <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 rounded-xl border border-line bg-white px-4 font-semibold hover:border-ink">
          <Icon name="list-filter" className="size-5" />
          Lọc và sắp xếp
        </summary>
        <FilterFields data={data} />
      </details>
      {chosen.length > 0 && (
        <ul aria-label="Đang lọc theo" className="flex flex-wrap gap-2">
          {chosen.map(({ name, without }) => (
            <li key={name}>
              <a
                href={usedHref({ ...data.filters, ...without })}
                rel="nofollow"
                data-scroll="keep"
                aria-label={`Bỏ lọc ${name}`}
                className="finger relative inline-flex min-h-9 items-center rounded-full border border-accent bg-cream py-1 pr-8 pl-3.5 text-sm font-semibold text-accent hover:bg-white"
              >
                {name}
                <Icon name="x" className="absolute right-2.5 size-4" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface Chosen {
  name: string
  /** The fields of the filters without it. */
  without: Partial<UsedFilters>
}

/** Every filter that is set, with how it is taken off. The kind and the series have chips of their own. */
function chosenOf({ filters, provinces }: UsedData): Chosen[] {
  const { grades, q, min_battery, min_price, max_price, at_province_id, shop_id, sort } = filters
  const place = provinces.find(({ value }) => value === at_province_id)
  const sorted = sorts.find(([value]) => value === sort && value !== 'newest')
  return [
    ...grades.map((grade) => ({
      name: grade_titles[grade],
      without: { grades: grades.filter((one) => one !== grade) },
    })),
    ...(q === '' ? [] : [{ name: `“${q}”`, without: { q: '' } }]),
    ...(min_price === ''
      ? []
      : [{ name: `Từ ${formatDong(Number(min_price))}`, without: { min_price: '' } }]),
    ...(max_price === ''
      ? []
      : [{ name: `Đến ${formatDong(Number(max_price))}`, without: { max_price: '' } }]),
    ...(min_battery === ''
      ? []
      : [{ name: `Pin từ ${min_battery}%`, without: { min_battery: '' } }]),
    ...(at_province_id === ''
      ? []
      : [{ name: place?.name ?? 'Nơi đã chọn', without: { at_province_id: '' } }]),
    ...(shop_id === '' ? [] : [{ name: 'Một cửa hàng', without: { shop_id: '' } }]),
    ...(sorted === undefined ? [] : [{ name: sorted[1], without: { sort: 'newest' } as const }]),
  ]
}

/** A plain form: it leads to the list with its fields as the query. */
function FilterFields({ data: { filters, grades, provinces } }: { data: UsedData }) {
  return (
    <form
      key={JSON.stringify(filters)}
      action={used_addresses.used.path}
      aria-label="Lọc máy cũ"
      className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-4 lg:grid-cols-6"
    >
      {filters.kind === '' ? null : <input type="hidden" name="loai" value={filters.kind} />}
      {filters.series === '' ? null : <input type="hidden" name="dong" value={filters.series} />}
      {filters.shop_id === '' ? null : (
        <input type="hidden" name="cua_hang" value={filters.shop_id} />
      )}
      <fieldset className="col-span-full">
        <legend className="text-sm font-semibold">Hạng máy</legend>
        <div className="mt-1 flex flex-wrap gap-2">
          {grade_order.map((grade) => {
            const quantity = grades.find(({ value }) => value === grade)?.quantity ?? 0
            return (
              <label
                key={grade}
                className="flex min-h-11 cursor-pointer items-center gap-2 rounded-xl border border-line bg-white px-3 has-checked:border-accent has-checked:bg-cream"
              >
                <input
                  type="checkbox"
                  name="hang"
                  value={grade}
                  defaultChecked={filters.grades.includes(grade)}
                  className="size-5 accent-accent"
                />
                {`${grade_titles[grade]} (${quantity})`}
              </label>
            )
          })}
        </div>
      </fieldset>
      <label className="col-span-full block md:col-span-2">
        <span className="text-sm font-semibold">Tên máy</span>
        <input name="q" type="search" defaultValue={filters.q} maxLength={100} className={input} />
      </label>
      <label className="block">
        <span className="text-sm font-semibold">Giá từ (đ)</span>
        <input
          name="gia_tu"
          inputMode="numeric"
          defaultValue={filters.min_price}
          className={input}
        />
      </label>
      <label className="block">
        <span className="text-sm font-semibold">Giá đến (đ)</span>
        <input
          name="gia_den"
          inputMode="numeric"
          defaultValue={filters.max_price}
          className={input}
        />
      </label>
      <label className="block">
        <span className="text-sm font-semibold">Pin từ</span>
        <select name="pin" defaultValue={filters.min_battery} className={input}>
          <option value="">Mọi mức</option>
          {batteries.map((percent) => (
            <option key={percent} value={percent}>{`${percent}%`}</option>
          ))}
        </select>
      </label>
      <label className="block">
        <span className="text-sm font-semibold">Tỉnh, thành</span>
        <select name="tinh" defaultValue={filters.at_province_id} className={input}>
          <option value="">Toàn quốc</option>
          {provinces.map(({ value, name, quantity }) => (
            <option key={value} value={value}>{`${name} (${quantity})`}</option>
          ))}
        </select>
      </label>
      <label className="block">
        <span className="text-sm font-semibold">Sắp xếp</span>
        <select name="sap_xep" defaultValue={filters.sort} className={input}>
          {sorts.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className={buttonClass('primary', 'min-h-12 self-end px-4')}>
        Lọc
      </button>
    </form>
  )
}
