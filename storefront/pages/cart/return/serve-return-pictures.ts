import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#contracts/all.ts'
import { returns as contract } from '#contracts/storefront/returns.ts'
import { type Caller, Refusal } from '#pure/contract.ts'
import { readCookies, tokenOf } from '#pure/cookies.ts'
import {
  return_picture_path,
  return_pictures_path,
  returnUrl,
} from '#storefront/addresses/order-return.ts'
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

/** Takes in the pictures of requests for returns, and serves them. Both as the page of the order is opened. */
export async function serveReturnPictures(
  fastify: FastifyInstance,
  { servicesFor, public_url, senderOf }: PictureDeps,
): Promise<void> {
  await fastify.register(async (scope) => {
    const readForm = await readsForms(scope, { ...picture_form_limits, senderOf })
    scope.post(return_pictures_path, async (request, reply) => {
      if (!isFromShop(request, public_url)) return reply.code(403).send()
      const services = servicesFor(request.ip)
      // Asked before the form is read, so that nobody without an order takes a turn of the others.
      const refused = await problemOf(() => findOrder(services, request))
      if (refused !== null) return answer(request, reply, refused)
      const { files, form_problem } = await readForm(request, true)
      const first: PictureProblem | null =
        form_problem !== null
          ? { status: 422, problem: form_problem, data: null }
          : await addPictures(services, request, files)
      return answer(request, reply, first)
    })
    scope.get(return_picture_path, async (request, reply) => {
      const services = servicesFor(request.ip)
      const { anh: picture_id, co: size } = request.query as Record<string, unknown>
      const wanted = { ...ofRequest(request), picture_id, size }
      const input = contract.returnPicture.input.safeParse(wanted)
      if (!input.success) return reply.callNotFound()
      try {
        const caller = await callerOf(services, request, input.data.secret)
        const { hash, image } = await services.returns.returnPicture(caller, input.data)
        const version = `${hash.slice(0, 32)}-${input.data.size}`
        const cache_control = 'private, no-cache'
        return await sendPicture(request, reply, { image, version, cache_control })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return error.status === 404 || error.status === 401
          ? reply.callNotFound()
          : reply.code(error.status).send()
      }
    })
  })
}

/** Adds each file by itself. Returns the first problem, or null. */
async function addPictures(
  services: Services,
  request: FastifyRequest,
  files: readonly { name: string; bytes: Uint8Array }[],
): Promise<PictureProblem | null> {
  if (files.length === 0) return { status: 422, problem: 'none', data: null }
  if (files.length > picture_form_limits.max_files)
    return { status: 422, problem: 'too_many', data: null }
  let first: PictureProblem | null = null
  for (const { name, bytes } of files) {
    const picture = { name: name.slice(-120), image: Buffer.from(bytes).toString('base64') }
    const input = contract.addReturnPicture.input.safeParse({ ...ofRequest(request), ...picture })
    if (!input.success) return { status: 422, problem: 'picture_wrong_kind', data: { name } }
    const problem = await problemOf(async () => {
      const caller = await callerOf(services, request, input.data.secret)
      await services.returns.addReturnPicture(caller, input.data)
    })
    first ??= problem
  }
  return first
}

/** Refused unless the order of the address is one that its sender may see. */
async function findOrder(services: Services, request: FastifyRequest): Promise<void> {
  const input = contract.orderReturns.input.safeParse(ofRequest(request))
  if (!input.success) throw contract.orderReturns.refuse('order_not_found')
  const caller = await callerOf(services, request, input.data.secret)
  await services.returns.orderReturns(caller, input.data)
}

/** The request that an address names. */
function ofRequest({ query }: FastifyRequest) {
  const { code: order_code, key: secret, phieu: code } = query as Record<string, unknown>
  return { order_code, secret, code }
}

/** Who asks; null for a holder of the order's link. Nobody gets a token here: whoever has none has no order. */
async function callerOf(
  { session }: Services,
  { headers }: FastifyRequest,
  secret: string | undefined,
): Promise<Caller | null> {
  if (secret !== undefined) return null
  const token = tokenOf(readCookies(headers.cookie)) ?? ''
  return session.identify(null, { token: token.slice(0, 200) })
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: PictureProblem | null,
): FastifyReply {
  const { code, key } = request.query as Record<string, unknown>
  const secret = typeof key === 'string' ? key : undefined
  return answerPictures(request, reply, problem, (loi) =>
    returnUrl(String(code), secret, loi === null ? {} : { loi }),
  )
}
