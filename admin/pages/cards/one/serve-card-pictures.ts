import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cardPicturePath } from '#admin/addresses/paths.ts'
import { addresses } from '#admin/addresses/addresses.ts'
import { nothingToShow, showFile } from '#admin/runtime/shown-files.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import { CardSide } from '#contracts/storefront/cards.ts'
import type { StaffActor } from '#pure/contract.ts'

const away = { title: 'Không có ảnh này', path: addresses.cards.path, name: 'Duyệt thẻ' }

/** Serves the pictures of cards. */
export function serveCardPictures(
  scope: FastifyInstance,
  { cards }: StaffServices,
  actorOf: (request: FastifyRequest) => StaffActor,
): void {
  scope.get(cardPicturePath(':code', ':side'), async (request, reply) => {
    const { code = '', side } = request.params as Record<string, string>
    const wanted = CardSide.safeParse(side)
    if (!/^[1-9]\d{0,14}$/.test(code) || !wanted.success) return nothingToShow(reply, away)
    return showFile(reply, away, async () => {
      const shown = { card_id: Number(code), side: wanted.data }
      const { bytes } = await cards.showPicture(actorOf(request), shown)
      return reply.type('image/webp').send(Buffer.from(bytes))
    })
  })
}
