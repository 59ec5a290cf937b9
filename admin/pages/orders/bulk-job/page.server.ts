import { bulkJobPath } from '#admin/addresses/paths.ts'
import { actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { type BulkJob, bulk as contract } from '#contracts/staff/orders/bulk.ts'
import { isRefusal, Refusal } from '#pure/contract.ts'

export interface BulkJobData extends BulkJob {
  page: number
}

/** /noi-bo/viec-hang-loat/:bulk_job_id: how far a job is, and what became of each order. */
export const page = staffPage<BulkJobData>({
  needs: 'bulk.job',
  loader: async ({ services, actor, params, url: { searchParams } }) => {
    const asked = { bulk_job_id: params['bulk_job_id'], page: searchParams.get('page') ?? 1 }
    const { bulk_job_id, page: shown } = contract.job.input.safeParse(asked).data ?? no_job
    return { ...(await services.bulk.job(actor, { bulk_job_id, page: shown })), page: shown }
  },
  action: actsByIntent(
    {
      cancel: async ({ services, actor, params }) => {
        const input = contract.cancelJob.input.safeParse(params)
        if (!input.success) return unclear
        await services.bulk.cancelJob(actor, input.data)
        return null
      },
      undo: async ({ services, actor, params }) => {
        const input = contract.undoJob.input.safeParse(params)
        if (!input.success) return unclear
        return {
          location: bulkJobPath((await services.bulk.undoJob(actor, input.data)).bulk_job_id),
        }
      },
      undo_tags: async ({ services, actor, params }) => {
        const input = contract.undoTagJob.input.safeParse(params)
        if (!input.success) return unclear
        const { bulk_job_id } = await services.bulk.undoTagJob(actor, input.data)
        return { location: bulkJobPath(bulk_job_id) }
      },
      undo_moves: async ({ services, actor, params }) => {
        const input = contract.undoMoveJob.input.safeParse(params)
        if (!input.success) return unclear
        const { bulk_job_id } = await services.bulk.undoMoveJob(actor, input.data)
        return { location: bulkJobPath(bulk_job_id) }
      },
    },
    problemOf,
  ),
})

/** No job has this number: the service answers as for any absent one. */
const no_job = { bulk_job_id: 9_007_199_254_740_991, page: 1 }

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.cancelJob, 'bulk_job_ended')) {
    return { status: 409, problem: 'Việc này đã kết thúc.' }
  }
  if (error instanceof Refusal && error.code === 'undo_not_possible') {
    return { status: 409, problem: 'Không còn gì để hoàn tác.' }
  }
  return null
}
