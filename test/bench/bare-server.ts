import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** What to answer with, told by the bench that started this process. */
const Order = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body_base64: z.string(),
})

// Node's own server and nothing else: the measure that cached pages are held against.
process.once('message', (message) => {
  const { status, headers, body_base64 } = Order.parse(message)
  const body = Buffer.from(body_base64, 'base64')
  const server = createServer((_request, response) => {
    response.writeHead(status, headers)
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
