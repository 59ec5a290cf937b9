import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addresses } from '#admin/addresses/addresses.ts'
import { mailPath } from '#admin/addresses/paths.ts'
import { outbox as contract } from '#contracts/staff/outbox.ts'
import { isRefusal, type Service, type StaffActor } from '#pure/contract.ts'
import { plainPage } from '#pure/plain-page.ts'

const not_found_page = plainPage(
  'Không có thư này',
  `<p><a href="${addresses.outbox.path}">Hộp thư gửi đi</a></p>`,
)

/** Serves e-mails as their readers see them: the HTML of the e-mail is the whole page. */
export function serveMails(
  scope: FastifyInstance,
  outbox: Service<typeof contract>,
  actorOf: (request: FastifyRequest) => StaffActor,
): void {
  scope.get(mailPath(':outbox_id'), async (request, reply) => {
    void reply.type('text/html')
    const input = contract.messageHtml.input.safeParse(request.params)
    if (!input.success) return reply.code(404).send(not_found_page)
    try {
      return (await outbox.messageHtml(actorOf(request), input.data)).html
    } catch (error) {
      if (!isRefusal(error, contract.messageHtml, 'message_not_found')) throw error
      return reply.code(404).send(not_found_page)
    }
  })
}
