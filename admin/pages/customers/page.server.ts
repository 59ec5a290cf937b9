import { staffPage } from '#admin/runtime/page.ts'
import { customers as contract, type CustomerRow } from '#contracts/staff/customers.ts'

export interface CustomersData {
  rows: CustomerRow[]
  has_more: boolean
  is_search: boolean
  now: number
}

/** /noi-bo/khach-hang: who ordered last, or who is found by phone or name. */
export const page = staffPage<CustomersData>({
  needs: 'customers.customers',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.customers.input.safeParse({ q: searchParams.get('q') ?? '' })
    const { q = '' } = input.data ?? {}
    const list = await services.customers.customers(actor, { q })
    return { ...list, is_search: q !== '', now: Date.now() }
  },
})
