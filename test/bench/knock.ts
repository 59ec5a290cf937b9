import { Agent, request } from 'node:http'

export interface Reply {
  status: number
  body: Buffer
}

/** One shopper's line to the shop: a single connection that stays open, with as little work as can be. */
export interface Line {
  ask: (method: string, path: string, more?: AskMore) => Promise<Reply>
  hangUp: () => void
}

interface AskMore {
  token?: string
  json?: unknown
  headers?: Record<string, string>
}

export function openLine(origin: string): Line {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(origin)
  const ask = (method: string, path: string, more: AskMore = {}) =>
    new Promise<Reply>((resolve, reject) => {
      const body = more.json === undefined ? null : JSON.stringify(more.json)
      const headers = {
        ...more.headers,
        ...(more.token === undefined ? {} : { authorization: `Bearer ${more.token}` }),
        ...(body === null
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      }
      const sent = request({ hostname, port, path, method, headers, agent }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) }),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
  return { ask, hangUp: () => agent.destroy() }
}

/** The `data` of an answer that must be a yes. */
export function dataOf<T>({ status, body }: Reply): T {
  if (status !== 200) throw new BenchFailure(`${status} ${body.toString().slice(0, 300)}`)
  return (JSON.parse(body.toString()) as { data: T }).data
}

/** The shop answered something that no figure can be made of. */
export class BenchFailure extends Error {}
