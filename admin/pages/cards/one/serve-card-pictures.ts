import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cardPicturePath } from '#admin/addresses/paths.ts'
import { addresses } from '#admin/addresses/addresses.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { CardSide } from '#contracts/storefront/cards.ts'
import { Refusal, type StaffActor } from '#pure/contract.ts'
import { plainPage } from '#pure/plain-page.ts'

/** Serves the pictures of cards. Each look is written into the ledger, so nothing may store them on the way. */
export function serveCardPictures(
  scope: FastifyInstance,
  { cards }: StaffServices,
  actorOf: (request: FastifyRequest) => StaffActor,
): void {
  scope.get(cardPicturePath(':code', ':side'), async (request, reply) => {
    const { code = '', side } = request.params as Record<string, string>
    void reply.header('cache-control', 'private, no-store')
    const refused = (status: number) => {
      const page = plainPage(
        'Không có ảnh này',
        `<p><a href="${addresses.cards.path}">Duyệt thẻ</a></p>`,
      )
      return reply.code(status).type('text/html; charset=utf-8').send(page)
    }
    const wanted = CardSide.safeParse(side)
    if (!/^[1-9]\d{0,14}$/.test(code) || !wanted.success) return refused(404)
    try {
      const shown = { card_id: Number(code), side: wanted.data }
      const { bytes } = await cards.showPicture(actorOf(request), shown)
      return await reply.type('image/webp').send(Buffer.from(bytes))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refused(error.status)
    }
  })
}
