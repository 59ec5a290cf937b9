import type { FastifyInstance } from 'fastify'

const READY_WITHIN_MS = 1_000

/** /healthz: the process answers. /readyz: the database answers too, within a second. */
export function serveHealth(fastify: FastifyInstance, askDatabase: () => Promise<unknown>): void {
  fastify.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  fastify.get('/readyz', async (_request, reply) => {
    const isReady = await answersInTime(askDatabase)
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'database away' })
  })
}

async function answersInTime(ask: () => Promise<unknown>): Promise<boolean> {
  const late = new Promise<false>(
    (resolve) => void setTimeout(resolve, READY_WITHIN_MS, false).unref(),
  )
  return Promise.race([
    ask().then(
      () => true,
      () => false,
    ),
    late,
  ])
}
