import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addresses } from '#admin/addresses/addresses.ts'
import { loanFilePath, loanPaperPath } from '#admin/addresses/paths.ts'
import { type FileCell, onePart } from '#admin/files/file-columns.ts'
import { file_formats } from '#admin/files/file-formats.ts'
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
      const { titles, cells } = await loans.passOnFile(actorOf(request), { code })
      const row = cells.map((value): FileCell => {
        return { kind: typeof value === 'number' ? 'number' : 'text', value }
      })
      const { make, type } = file_formats.xlsx
      const file = make(titles, onePart([row]))
      return reply.type(type).send(Readable.from(file, { objectMode: false }))
    })
  })
}
