import { z } from 'zod'
import { ProductList, Sort } from '#contracts/catalog.ts'
import { page, provinceId } from '#contracts/fields.ts'
import { operation } from '#pure/contract.ts'

/** Finding products by words. Served under /api/search. */
export const search = {
  products: operation({
    method: 'GET',
    path: '/v1/products',
    summary: 'Products whose name, brand or category holds all words; accents do not matter.',
    access: 'public',
    input: z.object({
      q: z.string().max(200).default(''),
      province_id: provinceId.default(30),
      page: page.default(1),
      sort: Sort.optional(),
    }),
    output: ProductList,
  }),
}
