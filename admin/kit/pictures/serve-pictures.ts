import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addresses } from '#admin/addresses/addresses.ts'
import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import { picturePath } from '#admin/addresses/paths.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { type pictureOperations, picture_refusals } from '#contracts/staff/pictures.ts'
import { isRefusal, Refusal, type Service, type StaffActor } from '#pure/contract.ts'
import { plainPage } from '#pure/plain-page.ts'

type ActorOf = (request: FastifyRequest) => StaffActor
type PictureService = Pick<Service<ReturnType<typeof pictureOperations>>, 'picture'>

/** Serves the pictures of all kinds of subjects, below the pages of the subjects. */
export function servePictures(
  scope: FastifyInstance,
  { units, usedUnits, receipts, returns, tickets, articles }: StaffServices,
  actorOf: ActorOf,
): void {
  serve(scope, addresses.unit, units, actorOf)
  serve(scope, addresses.used_unit, usedUnits, actorOf)
  serve(scope, addresses.receipt, receipts, actorOf)
  serve(scope, addresses.return, returns, actorOf)
  serve(scope, addresses.repair, tickets, actorOf)
  serve(scope, addresses.article, articles, actorOf)
}

function serve(
  scope: FastifyInstance,
  subject: StaffAddress,
  service: PictureService,
  actorOf: ActorOf,
): void {
  scope.get(picturePath(subject.path, ':picture_id', ':size'), async (request, reply) => {
    const { code = '', picture_id = '', size = '' } = request.params as Record<string, string>
    const is_number = /^\d{1,15}$/.test(picture_id)
    if (!is_number || (size !== 'nho' && size !== 'lon')) return refused(reply, 404)
    const input = { code, picture_id: Number(picture_id) }
    const wanted = { ...input, size: size === 'nho' ? ('small' as const) : ('large' as const) }
    try {
      const { hash, bytes } = await service.picture(actorOf(request), wanted)
      const etag = `"${hash.slice(0, 32)}-${size}"`
      // Asked for again at each view: who lost the permission does not see it any more.
      void reply.header('cache-control', 'private, no-cache').header('etag', etag)
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.type('image/webp').send(Buffer.from(bytes))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const is_away = isRefusal(error, { refusals: picture_refusals }, 'files_unavailable')
      return refused(reply, is_away ? 503 : error.status)
    }
  })
}

function refused(reply: FastifyReply, status: number): FastifyReply {
  const title = status === 503 ? 'Kho ảnh không trả lời' : 'Không có ảnh này'
  const page = plainPage(title, `<p><a href="${addresses.today.path}">Hôm nay</a></p>`)
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}
