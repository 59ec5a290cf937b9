import type { FastifyInstance } from 'fastify'
import type { Altcha } from '#platform/captcha/altcha.ts'

export const challenge_path = '/api/captcha/challenge'

/** Where the page gets what it has to work on. Signing one costs less than reading the request. */
export function serveChallenges(fastify: FastifyInstance, { challenge }: Altcha): void {
  fastify.get(challenge_path, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ data: await challenge() }),
  )
}
