import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addresses } from '#admin/addresses/addresses.ts'
import { loanFilePath, loanPaperPath } from '#admin/addresses/paths.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { PaperKind } from '#contracts/storefront/trade/application.ts'
import { Refusal, type StaffActor } from '#pure/contract.ts'
import { plainPage } from '#pure/plain-page.ts'

/**
 * Serves the pictures of documents and the file for a company. Each look is written into the ledger, so nothing may
 * store them on the way.
 */
export function serveLoanFiles(
  scope: FastifyInstance,
  { loans }: StaffServices,
  actorOf: (request: FastifyRequest) => StaffActor,
): void {
  scope.get(loanPaperPath(':code', ':kind'), async (request, reply) => {
    const { code = '', kind } = request.params as Record<string, string>
    const wanted = PaperKind.safeParse(kind)
    if (!wanted.success) return refused(reply, 404)
    return answered(reply, async () => {
      const { bytes } = await loans.showPaper(actorOf(request), { code, kind: wanted.data })
      return reply.type('image/webp').send(Buffer.from(bytes))
    })
  })
  scope.get(loanFilePath(':code'), async (request, reply) => {
    const { code = '' } = request.params as Record<string, string>
    return answered(reply, async () => {
      const { csv } = await loans.passOnFile(actorOf(request), { code })
      return reply.type('text/csv; charset=utf-8').send(csv)
    })
  })
}

async function answered(
  reply: FastifyReply,
  send: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'private, no-store')
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refused(reply, error.status)
  }
}

function refused(reply: FastifyReply, status: number): FastifyReply {
  const page = plainPage(
    'Không có tệp này',
    `<p><a href="${addresses.loans.path}">Hồ sơ trả góp</a></p>`,
  )
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}
