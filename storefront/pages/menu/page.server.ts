import { publicPage } from '#storefront/runtime/page.ts'
import type { MenuData } from '#storefront/pages/menu/page.tsx'

/** /danh-muc: the whole menu as a page, for phones and for browsers without scripts. */
export const page = publicPage<MenuData>({
  loader: async ({ services }) => ({ entries: await services.catalog.menu(null, {}) }),
  // It names leading products, which change with the lists.
  tags: () => ['listing'],
})
