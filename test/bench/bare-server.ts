import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** The answer to send, received from the benchmark that started this process. */
const AnswerMessage = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body_base64: z.string(),
})

// Only Node's own server: the baseline for cached pages.
process.once('message', (message) => {
  const { status, headers, body_base64 } = AnswerMessage.parse(message)
  const body = Buffer.from(body_base64, 'base64')
  const server = createServer((_request, response) => {
    response.writeHead(status, headers)
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
