import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addresses } from '#admin/addresses/addresses.ts'
import { loanFilePath, loanPaperPath } from '#admin/addresses/paths.ts'
import { nothingToShow, showFile } from '#admin/runtime/shown-files.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { PaperKind } from '#contracts/storefront/trade/application.ts'
import type { StaffActor } from '#pure/contract.ts'

const away = { title: 'Không có tệp này', path: addresses.loans.path, name: 'Hồ sơ trả góp' }

/** Serves the pictures of documents and the file for a company. */
export function serveLoanFiles(
  scope: FastifyInstance,
  { loans }: StaffServices,
  actorOf: (request: FastifyRequest) => StaffActor,
): void {
  scope.get(loanPaperPath(':code', ':kind'), async (request, reply) => {
    const { code = '', kind } = request.params as Record<string, string>
    const wanted = PaperKind.safeParse(kind)
    if (!wanted.success) return nothingToShow(reply, away)
    return showFile(reply, away, async () => {
      const { bytes } = await loans.showPaper(actorOf(request), { code, kind: wanted.data })
      return reply.type('image/webp').send(Buffer.from(bytes))
    })
  })
  scope.get(loanFilePath(':code'), async (request, reply) => {
    const { code = '' } = request.params as Record<string, string>
    return showFile(reply, away, async () => {
      const { csv } = await loans.passOnFile(actorOf(request), { code })
      return reply.type('text/csv; charset=utf-8').send(csv)
    })
  })
}
