import { staffPage } from '#admin/runtime/page.ts'
import { type BulkJobRow, bulk as contract } from '#contracts/staff/orders/bulk.ts'

export interface BulkJobsData {
  rows: BulkJobRow[]
  has_next: boolean
}

/** /noi-bo/viec-hang-loat: one's own jobs on many orders. */
export const page = staffPage<BulkJobsData>({
  needs: 'bulk.jobs',
  loader: ({ services, actor, url: { searchParams } }) => {
    const input = contract.jobs.input.safeParse(Object.fromEntries(searchParams))
    return services.bulk.jobs(actor, input.data ?? { page: 1 })
  },
})
