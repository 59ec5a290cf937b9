import { countPath } from '#admin/addresses/paths.ts'
import { staffPage, unclear } from '#admin/runtime/page.ts'
import { type CountList, counts as contract } from '#contracts/staff/counts.ts'
import { isRefusal } from '#pure/contract.ts'

/** /noi-bo/kiem-ke: counts, and the form that begins one. */
export const page = staffPage<CountList>({
  needs: 'counts.counts',
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.counts.input.safeParse(Object.fromEntries(searchParams))
    return services.counts.counts(actor, input.data ?? {})
  },
  action: async ({ services, actor }, fields) => {
    const input = contract.createCount.input.safeParse(fields)
    if (!input.success) return unclear
    try {
      const { code } = await services.counts.createCount(actor, input.data)
      return { location: countPath(code) }
    } catch (error) {
      if (!isRefusal(error, contract.createCount, 'shop_not_found')) throw error
      return { status: error.status, problem: 'Hãy chọn cửa hàng.' }
    }
  },
})
