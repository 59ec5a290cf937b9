import { Agent, request } from 'node:http'

interface Reply {
  status: number
  body: Buffer
}

/** One keep-alive connection to the shop, with as little work for each request as possible. */
export interface Connection {
  ask: (method: string, path: string, more?: AskMore) => Promise<Reply>
  close: () => void
}

interface AskMore {
  token?: string
  json?: unknown
  headers?: Record<string, string>
}

export function openConnection(origin: string): Connection {
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
      const outgoing = request({ hostname, port, path, method, headers, agent }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) }),
        )
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  return { ask, close: () => agent.destroy() }
}

/** Returns the `data` of a successful answer. Throws a BenchFailure for any other. */
export function dataOf<T>({ status, body }: Reply): T {
  if (status !== 200) throw new BenchFailure(`${status} ${body.toString().slice(0, 300)}`)
  return (JSON.parse(body.toString()) as { data: T }).data
}

/** The shop gave an answer that cannot be measured. */
export class BenchFailure extends Error {}
