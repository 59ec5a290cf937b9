import { expect, test } from 'vitest'
import { createHttpServer } from '#platform/http/http-server.ts'
import { TooBusy } from '#platform/http/render-turns.ts'
import { createLog } from '#platform/observe/log.ts'

test.each([
  [429, 'too_many_requests', { need_recaptcha: false, retry_after: 2 }],
  [503, 'unavailable', null],
] as const)('a call that does not get its turn is answered %i %s', async (status, code, data) => {
  const log = createLog({ service: 'test', level: 'silent' })
  const settings = { log, public_url: 'http://shop.example', is_dev: false, expired_cookies: [] }
  const fastify = await createHttpServer(settings)
  fastify.get('/busy', () => Promise.reject(new TooBusy(status)))
  const answer = await fastify.inject('/busy')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, '2'])
  expect(answer.json()).toMatchObject({ error: { code, data } })
  await fastify.close()
})
