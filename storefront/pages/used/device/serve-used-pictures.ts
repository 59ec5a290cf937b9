import type { FastifyInstance } from 'fastify'
import type { Services } from '#contracts/all.ts'
import { used as contract } from '#contracts/storefront/trade/used.ts'
import { Refusal } from '#pure/contract.ts'
import { sendPicture } from '#storefront/commerce/pictures/shown-picture.ts'

/** Photographs of used devices. A trigger of the database writes the same addresses into `product_media`. */
const picture_path = '/may-cu/anh/:imei_id/:file'
const file_form = /^(\d{1,15})-(nho|lon)\.webp$/

/**
 * Serves the photographs of devices on sale or sold. Browsers keep one for a day: a withdrawn device is no longer
 * served.
 */
export function serveUsedPictures(
  fastify: FastifyInstance,
  servicesFor: (ip: string) => Services,
): void {
  fastify.get(picture_path, async (request, reply) => {
    const { imei_id = '', file = '' } = request.params as Record<string, string>
    const [, picture_id, size] = file_form.exec(file) ?? []
    const wanted = { imei_id, picture_id, size: size === 'lon' ? 'large' : 'small' }
    const input = contract.picture.input.safeParse(wanted)
    if (!input.success) return reply.callNotFound()
    try {
      const { hash, image } = await servicesFor(request.ip).used.picture(null, input.data)
      const version = `${hash.slice(0, 32)}-${input.data.size}`
      const cache_control = 'public, max-age=86400'
      return await sendPicture(request, reply, { image, version, cache_control })
    } catch (error) {
      if (error instanceof Refusal) return reply.callNotFound()
      throw error
    }
  })
}
