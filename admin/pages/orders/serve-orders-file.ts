import type { FastifyInstance, FastifyRequest } from 'fastify'
import { orders_file_path } from '#admin/addresses/addresses.ts'
import { orders as contract } from '#contracts/staff/orders.ts'
import { Refusal, type Service, type StaffActor } from '#pure/contract.ts'
import { plainPage } from '#pure/plain-page.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'

/** Serves the orders of a list as a CSV file. Its query is that of the list. */
export function serveOrdersFile(
  scope: FastifyInstance,
  orders: Service<typeof contract>,
  actorOf: (request: FastifyRequest) => StaffActor,
): void {
  scope.get(orders_file_path, async (request, reply) => {
    const input = contract.exportOrders.input.safeParse(request.query)
    try {
      const { csv } = await orders.exportOrders(actorOf(request), input.data ?? {})
      return await reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="don-hang-${vietnamDay(new Date())}.csv"`,
        )
        .send(csv)
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 403) throw error
      return reply.code(403).type('text/html').send(plainPage('Bạn không có quyền tải tệp này', ''))
    }
  })
}
