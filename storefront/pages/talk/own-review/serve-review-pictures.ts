import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#contracts/all.ts'
import { reviews as contract } from '#contracts/storefront/talk/reviews.ts'
import { Refusal } from '#pure/contract.ts'
import { own_picture_path, ownReviewUrl } from '#storefront/addresses/talk-links.ts'
import { sendPicture } from '#storefront/commerce/pictures/shown-picture.ts'
import {
  answerPictures,
  isFromShop,
  picture_form_limits,
  type PictureProblem,
  problemOf,
} from '#storefront/commerce/pictures/sent-pictures.ts'
import { readsForms } from '#web/runtime/uploaded-form.ts'

interface PictureDeps {
  /** The services for the requests of one IP address. */
  servicesFor: (ip: string) => Services
  public_url: string
  senderOf: (request: { ip: string }) => string | null
}

/** A trigger of the database writes these addresses into `review_picture`. */
const picture_path = '/danh-gia/anh/:review_id/:file'
const file_form = /^(\d{1,15})\.webp$/

/** Takes in the pictures of reviews, by the secret of their writer, and serves those of reviews that are not hidden. */
export async function serveReviewPictures(
  fastify: FastifyInstance,
  { servicesFor, public_url, senderOf }: PictureDeps,
): Promise<void> {
  await fastify.register(async (scope) => {
    const readForm = await readsForms(scope, { ...picture_form_limits, senderOf })
    scope.post(own_picture_path, async (request, reply) => {
      if (!isFromShop(request, public_url)) return reply.code(403).send()
      const { reviews } = servicesFor(request.ip)
      const which = contract.ownReview.input.safeParse(request.params)
      if (!which.success) return reply.callNotFound()
      const { secret } = which.data
      // Asked before the form is read, so that nobody without a review takes a turn of the others.
      const refused = await problemOf(() => reviews.ownReview(null, { secret }))
      if (refused !== null) return answer(request, reply, secret, refused)
      const { files, form_problem } = await readForm(request, true)
      const problem =
        form_problem === null
          ? await addPictures(reviews, secret, files)
          : { status: 422, problem: form_problem, data: null }
      return answer(request, reply, secret, problem)
    })
  })
  fastify.get(picture_path, async (request, reply) => {
    const { review_id = '', file = '' } = request.params as Record<string, string>
    const [, picture_id] = file_form.exec(file) ?? []
    const input = contract.reviewPicture.input.safeParse({ review_id, picture_id, size: 'large' })
    if (!input.success) return reply.callNotFound()
    try {
      const { hash, image } = await servicesFor(request.ip).reviews.reviewPicture(null, input.data)
      const cache_control = 'public, max-age=3600'
      return await sendPicture(request, reply, { image, version: hash.slice(0, 32), cache_control })
    } catch (error) {
      if (error instanceof Refusal) return reply.callNotFound()
      throw error
    }
  })
}

/** Adds each file by itself. Returns the first problem, or null. */
async function addPictures(
  reviews: Services['reviews'],
  secret: string,
  files: readonly { name: string; bytes: Uint8Array }[],
): Promise<PictureProblem | null> {
  if (files.length === 0) return { status: 422, problem: 'none', data: null }
  let first: PictureProblem | null = null
  for (const { name, bytes } of files) {
    const image = Buffer.from(bytes).toString('base64')
    const input = contract.addReviewPicture.input.safeParse({
      ...{ secret, image, name: name.slice(-120) },
    })
    if (!input.success) return { status: 422, problem: 'picture_wrong_kind', data: { name } }
    first ??= await problemOf(() => reviews.addReviewPicture(null, input.data))
  }
  return first
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
  problem: PictureProblem | null,
): FastifyReply {
  return answerPictures(request, reply, problem, (code) => ownReviewUrl(secret, { loi: code }))
}
