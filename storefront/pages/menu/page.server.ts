import { serviceEntries } from '#storefront/commerce/categories/shop-services.ts'
import type { MenuData } from '#storefront/pages/menu/page.tsx'
import { publicPage } from '#storefront/runtime/page.ts'

/** /danh-muc: the whole menu as a page, for phones and for browsers without scripts. */
export const page = publicPage<MenuData>({
  loader: async ({ services, province_id }) => {
    const [entries, campaigns, news] = await Promise.all([
      services.catalog.menu(null, { province_id }),
      services.landing.current(null, {}),
      services.content.postCategories(null, {}),
    ])
    return { entries, services: serviceEntries(campaigns, news) }
  },
  // It names leading products, which change with the lists.
  tags: () => ['listing', 'landing', 'content'],
})
