import { request } from 'node:http'

interface Sent {
  method: string
  headers: Record<string, string>
  body?: string
}

/** Sends one request to a server under another host name, which `fetch` does not allow. */
export async function knockAsHost(
  url: string,
  host: string,
  { method, headers, body }: Sent,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const asked = request(url, { method, headers: { ...headers, host } }, (answer) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => void chunks.push(chunk))
    answer.on('end', () => {
      const lines = answer.rawHeaders.flatMap((name, n, all): [string, string][] =>
        n % 2 === 0 ? [[name, all[n + 1] ?? '']] : [],
      )
      const status = answer.statusCode ?? 500
      const bytes = Buffer.concat(chunks)
      const is_empty = [204, 304].includes(status)
      resolve(new Response(is_empty ? null : bytes, { status, headers: lines }))
    })
  })
  asked.on('error', reject)
  asked.end(body)
  return promise
}
