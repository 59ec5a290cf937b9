import { repair_addresses } from '#storefront/addresses/repair.ts'
import { repair_hubs } from '#storefront/addresses/repair-hubs.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import type { MenuData } from '#storefront/pages/menu/page.tsx'

const repairs = [
  ...Object.values(repair_hubs),
  { name: 'Địa chỉ sửa chữa', path: repair_addresses.repairShops.path },
]

/** /danh-muc: the whole menu as a page, for phones and for browsers without scripts. */
export const page = publicPage<MenuData>({
  loader: async ({ services, province_id }) => ({
    entries: await services.catalog.menu(null, { province_id }),
    repairs,
  }),
  // It names leading products, which change with the lists.
  tags: () => ['listing'],
})
