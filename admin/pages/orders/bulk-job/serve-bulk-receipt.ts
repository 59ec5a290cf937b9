import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bulkReceiptPath } from '#admin/addresses/paths.ts'
import { cellsOf, type FileColumn, onePart } from '#admin/files/file-columns.ts'
import { file_formats } from '#admin/files/file-formats.ts'
import { bulk_outcome_titles } from '#admin/pages/orders/bulk-jobs/bulk-texts.ts'
import { type BulkRow, bulk as contract } from '#contracts/staff/orders/bulk.ts'
import { Refusal, type Service, type StaffActor } from '#pure/contract.ts'
import { plainPage } from '#pure/plain-page.ts'

const columns: readonly FileColumn<BulkRow>[] = [
  { title: 'Mã đơn', value: ({ order_code }) => order_code },
  {
    title: 'Kết quả',
    value: ({ outcome }) => (outcome === null ? 'Chưa làm' : bulk_outcome_titles[outcome]),
  },
  { title: 'Lúc', kind: 'time', value: ({ ended_at }) => ended_at },
]

/** Serves what became of every order of a job as CSV and Excel. It has codes of orders and nothing about people. */
export function serveBulkReceipt(
  scope: FastifyInstance,
  bulk: Service<typeof contract>,
  actorOf: (request: FastifyRequest) => StaffActor,
): void {
  for (const format of ['csv', 'xlsx'] as const) {
    const { make, type } = file_formats[format]
    scope.get(bulkReceiptPath(':bulk_job_id', format), async (request, reply) => {
      const input = contract.receiptOfJob.input.safeParse(request.params)
      const not_found = plainPage('Không có việc này', '')
      if (!input.success) return reply.code(404).type('text/html').send(not_found)
      try {
        const rows = await bulk.receiptOfJob(actorOf(request), input.data)
        const name = `viec-hang-loat-${input.data.bulk_job_id}.${format}`
        const titles = columns.map(({ title }) => title)
        return await reply
          .type(type)
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(
            Readable.from(make(titles, onePart(rows.map((row) => cellsOf(columns, row)))), {
              objectMode: false,
            }),
          )
      } catch (error) {
        if (!(error instanceof Refusal) || ![403, 404].includes(error.status)) throw error
        return reply.code(404).type('text/html').send(not_found)
      }
    })
  }
}
