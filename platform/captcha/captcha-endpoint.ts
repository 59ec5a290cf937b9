import type { FastifyInstance } from 'fastify'
import type { Altcha } from '#platform/captcha/altcha.ts'

const challenge_path = '/api/captcha/challenge'

/** Serves the challenges for pages. Signing a challenge costs less than reading the request. */
export function serveChallenges(fastify: FastifyInstance, { challenge }: Altcha): void {
  fastify.get(challenge_path, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ data: await challenge() }),
  )
}
