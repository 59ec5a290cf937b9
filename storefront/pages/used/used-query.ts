import { used_addresses } from '#storefront/addresses/used.ts'
import type { UsedFilters } from '#storefront/pages/used/used-data.ts'

const no_filters: UsedFilters = {
  ...{ kind: '', series: '', grades: [], min_battery: '', min_price: '', max_price: '' },
  ...{ at_province_id: '', shop_id: '', q: '', sort: 'newest' },
}

/** The list with these filters. */
export function usedHref(filters: Partial<UsedFilters>, page = 1): string {
  const { kind, series, grades, min_battery, min_price, max_price, ...rest } = {
    ...no_filters,
    ...filters,
  }
  const { at_province_id, shop_id, q, sort } = rest
  const search = new URLSearchParams()
  const set = (key: string, value: string) => {
    if (value !== '') search.append(key, value)
  }
  set('loai', kind)
  set('dong', series)
  for (const grade of grades) set('hang', grade)
  set('pin', min_battery)
  set('gia_tu', min_price)
  set('gia_den', max_price)
  set('tinh', at_province_id)
  set('cua_hang', shop_id)
  set('q', q)
  set('sap_xep', sort === 'newest' ? '' : sort)
  set('page', page === 1 ? '' : String(page))
  const text = search.toString()
  return text === '' ? used_addresses.used.path : `${used_addresses.used.path}?${text}`
}
