import type { ChangeEvent } from 'react'
import { useNavigate } from 'react-router'
import { location_addresses } from '#storefront/addresses/location.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import type { ShopsData } from '#storefront/pages/shops/shops-data.ts'
import { ProvinceOptions } from '#storefront/commerce/province/province-options.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { SelectField } from '#web/ui/field.tsx'

interface ShopFilterProps {
  data: Pick<ShopsData, 'provinces' | 'districts' | 'chosen'>
  /** The page that it filters. */
  path?: string
}

/** A plain form for province and district. With scripts a choice applies at once. */
export function ShopFilter({ data, path = location_addresses.shops.path }: ShopFilterProps) {
  const { provinces, districts, chosen } = data
  const navigate = useNavigate()
  const { province_id, province_name, district } = chosen
  const go = (query: Record<string, string | number | null>) =>
    void navigate(withQuery(path, query), { preventScrollReset: true })
  const chosenIn = (event: ChangeEvent<HTMLSelectElement>) => event.currentTarget.value
  const isKnown = provinces.some((province) => province.province_id === province_id)
  return (
    // The key is the choice, so that the lists show it after the back button too.
    <form
      key={`${province_id}/${district}`}
      action={path}
      className={`grid w-full min-w-0 gap-3 sm:w-auto sm:min-w-fit sm:flex-1 sm:items-end ${districts.length > 0 ? 'sm:grid-cols-[minmax(14rem,1fr)_minmax(12rem,1fr)]' : ''}`}
    >
      <SelectField
        name="province"
        label="Tỉnh, thành phố"
        defaultValue={province_id ?? ''}
        onChange={(event) => go({ province: chosenIn(event) })}
      >
        <option value="">Tất cả tỉnh, thành phố</option>
        {isKnown || province_id === null ? null : (
          <option value={province_id}>{`${province_name ?? 'Nơi khác'} (0 cửa hàng)`}</option>
        )}
        <ProvinceOptions provinces={provinces} />
      </SelectField>
      {districts.length > 0 ? (
        <SelectField
          name="district"
          label="Quận, huyện"
          defaultValue={district ?? ''}
          onChange={(event) => go({ province: province_id, district: chosenIn(event) })}
        >
          <option value="">Tất cả quận, huyện</option>
          {districts.map(({ slug, name, total }) => (
            <option key={slug} value={slug}>
              {name} ({total})
            </option>
          ))}
        </SelectField>
      ) : null}
      <div className="hidden noscript:block">
        <button type="submit" className={buttonClass('dark', 'min-h-12 w-full')}>
          Tìm cửa hàng
        </button>
      </div>
    </form>
  )
}
