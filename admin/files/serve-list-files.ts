import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addresses, list_file_path } from '#admin/addresses/addresses.ts'
import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import { cellsOf, type FileCell, type FileColumn } from '#admin/files/file-columns.ts'
import { file_formats } from '#admin/files/file-formats.ts'
import { file_columns } from '#admin/files/list-columns.ts'
import { files as contract } from '#contracts/staff/files.ts'
import { Refusal, type Service, type StaffActor } from '#pure/contract.ts'
import { plainPage } from '#pure/plain-page.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'

type Files = Service<typeof contract>
type Export = Awaited<ReturnType<Files['officeFile']>>

/** Serves lists as files. A form asks for them, as each one is written down. */
export function serveListFiles(
  scope: FastifyInstance,
  files: Files,
  actorOf: (request: FastifyRequest) => StaffActor,
): void {
  scope.post(list_file_path, async (request, reply) => {
    const fields = Object.fromEntries(new URLSearchParams(String(request.body ?? '')))
    const asked = read(fields)
    if (asked === null) return reply.code(404).type('text/html').send(notFound)
    try {
      const taken = await asked.open(files, actorOf(request))
      const { list, format } = asked
      const { make, type } = file_formats[format]
      const columns: readonly FileColumn<never>[] = file_columns[list]
      const titles = columns.map(({ title }) => title)
      const all: StaffAddress[] = Object.values(addresses)
      const path = all.find(({ page }) => page === list)?.path ?? list
      const name = `${path.split('/').at(-1)}-${vietnamDay(new Date())}.${format}`
      return await reply
        .type(type)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(make(titles, cellParts(taken, columns)), { objectMode: false }))
    } catch (error) {
      if (!(error instanceof Refusal) || ![403, 404].includes(error.status)) throw error
      return reply.code(error.status).type('text/html').send(notPermitted)
    }
  })
}

const notFound = plainPage('Không có danh sách này', '')
const notPermitted = plainPage('Bạn không có quyền tải tệp này', '')

function read(fields: Readonly<Record<string, string>>) {
  const customer = contract.customerFile.input.safeParse(fields)
  if (customer.success) {
    const { data } = customer
    return { ...data, open: (files: Files, actor: StaffActor) => files.customerFile(actor, data) }
  }
  const office = contract.officeFile.input.safeParse(fields)
  if (!office.success) return null
  const { data } = office
  return { ...data, open: (files: Files, actor: StaffActor) => files.officeFile(actor, data) }
}

/** The cells of all rows; after the last one a line if there are more. */
async function* cellParts(
  { rows, max_rows, isCut }: Export,
  columns: readonly FileColumn<never>[],
): AsyncGenerator<FileCell[][]> {
  for await (const part of rows) yield part.map((row) => cellsOf(columns, row as never))
  if (!isCut()) return
  const value = `Tệp có ${max_rows.toLocaleString('vi-VN')} dòng đầu. Danh sách còn nữa: hãy lọc hẹp hơn.`
  yield [[{ kind: 'text', value }]]
}
