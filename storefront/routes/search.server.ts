import { gatherPages, readListQuery } from '#storefront/listing-pages.ts'
import { publicPage } from '#storefront/page.ts'
import type { SearchData } from '#storefront/routes/search.tsx'

const LONGEST = 200

/** /tim-kiem?q=: products whose words match. */
export const page = publicPage<SearchData>({
  loader: async ({ url, services, province_id }) => {
    const q = (url.searchParams.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST)
    const query = readListQuery(url.searchParams)
    const sort = url.searchParams.has('sort') ? query.sort : null
    if (q === '') return { q, sort, listing: null }
    const { listing } = await gatherPages(query.page, async (page) => ({
      list: await services.search.products(null, {
        q,
        province_id,
        page,
        ...(sort === null ? {} : { sort }),
      }),
    }))
    return { q, sort, listing }
  },
})
