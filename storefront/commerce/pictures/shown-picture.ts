import type { FastifyReply, FastifyRequest } from 'fastify'

interface ShownPicture {
  /** As base64. */
  image: string
  /** Another text for other bytes. */
  version: string
  /** How long browsers keep it, and whether anybody else may. */
  cache_control: string
}

/** Sends a picture, or nothing if the browser has it. */
export function sendPicture(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { image, version, cache_control }: ShownPicture,
): FastifyReply {
  const etag = `"${version}"`
  void reply.header('cache-control', cache_control).header('etag', etag)
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type('image/webp').send(Buffer.from(image, 'base64'))
}
