import { notFound, publicPage } from '#storefront/runtime/page.ts'
import type { FiltersData } from '#storefront/pages/filters/page.tsx'

/** The filters of a list as a page. It is only shown at the list's own address. */
export const page = publicPage<FiltersData>({
  loader: () => Promise.resolve(notFound),
  tags: () => ['listing'],
})
