import { used_addresses } from '#storefront/addresses/used.ts'
import { grade_order, grade_titles } from '#storefront/commerce/used/used-texts.ts'
import { usedHref } from '#storefront/pages/used/used-query.ts'
import type { UsedData } from '#storefront/pages/used/used-data.ts'
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

/** The filters, folded until one is set: the devices come first on a phone. */
export function UsedFilterForm({ data }: { data: UsedData }) {
  const { kind: _kind, series: _series, ...others } = data.filters
  const is_set = usedHref(others) !== used_addresses.used.path
  return (
    <details open={is_set}>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 rounded-xl border border-line bg-white px-4 font-semibold hover:border-ink">
        <Icon name="list-filter" className="size-5" />
        Lọc và sắp xếp
      </summary>
      <FilterFields data={data} />
    </details>
  )
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
