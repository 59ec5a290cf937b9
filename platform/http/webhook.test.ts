import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRenderQueue, type RenderQueue } from '#platform/http/render-queue.ts'
import { serveWebhooks, type Webhook } from '#platform/http/webhook.ts'

let fastify: FastifyInstance
let renders: RenderQueue
let receive: Webhook['receive']

beforeEach(async () => {
  fastify = Fastify()
  // Without an end of the patience, a render begins only if nothing urgent is under way.
  renders = createRenderQueue({ patience_ms: 60_000 })
  receive = async () => ({ status: 200, body: '' })
  await serveWebhooks({ fastify, renders }, [
    { path: '/hook', receive: (message) => receive(message) },
  ])
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  await renders.run('a', async () => 'the patience counts from here')
})
afterEach(() => fastify.close())

/** Sends a notice of `length` bytes, of which only `body` comes. */
async function send(length: number, body: string) {
  const { port } = fastify.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST /hook HTTP/1.1\r\nHost: shop\r\nContent-Length: ${length}\r\n\r\n${body}`)
  return socket
}

test('renders wait until a notice is answered', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  receive = async () => {
    arrive()
    await answered
    return { status: 200, body: '' }
  }
  const socket = await send(2, '{}')
  await arrived
  let is_rendered = false
  const render = renders.run('a', async () => (is_rendered = true))
  await new Promise(setImmediate)
  expect(is_rendered).toBe(false)
  answer()
  await render
  socket.destroy()
})

test('a notice whose body comes slowly holds up no render', async () => {
  const arrived = once(fastify.server, 'request')
  const socket = await send(60_000, '{')
  await arrived
  expect(await renders.run('a', async () => 'rendered')).toBe('rendered')
  socket.destroy()
})

test('after a notice that fails renders begin again', async () => {
  receive = () => Promise.reject(new RangeError('broken'))
  const socket = await send(2, '{}')
  await once(socket, 'data')
  expect(await renders.run('a', async () => 'rendered')).toBe('rendered')
  socket.destroy()
})
