import { connect, type Socket } from 'node:net'
import { BenchFailure } from '#test/bench/connection.ts'

/** A request that is sent repeatedly. */
export interface RepeatedRequest {
  path: string
  /** Header lines besides Host. */
  headers: Record<string, string>
  status: number
}

/**
 * Returns the requests per second over `connections` keep-alive sockets. Each sends the next request as soon
 * as it is answered. All answers must have the same length, so that the client only counts bytes.
 */
export async function requestsPerSecond(
  origin: string,
  repeated: RepeatedRequest,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const { hostname, port, host } = new URL(origin)
  const head = Object.entries({ host, ...repeated.headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const request = Buffer.from(`GET ${repeated.path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  const length = await answerLength(connect(Number(port), hostname), request, repeated.status)
  const tally = { answers: 0, is_over: false }
  const work = Array.from({ length: connections }, () =>
    repeatOn(connect(Number(port), hostname), request, length, tally),
  )
  const started = performance.now()
  setTimeout(() => void (tally.is_over = true), seconds * 1_000)
  await Promise.all(work)
  return tally.answers / ((performance.now() - started) / 1_000)
}

/** Length of one answer in bytes, with its head. */
function answerLength(socket: Socket, request: Buffer, status: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (part) => {
      text += String(part)
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!text.startsWith(`HTTP/1.1 ${status} `)) {
        return reject(new BenchFailure(`not ${status}: ${text.slice(0, 200)}`))
      }
      const body = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (text.length < end + 4 + body) return
      socket.destroy()
      resolve(end + 4 + body)
    })
    socket.write(request)
  })
}

type Tally = { answers: number; is_over: boolean }

function repeatOn(socket: Socket, request: Buffer, length: number, tally: Tally): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = 0
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('close', () => reject(new BenchFailure('the server closed the connection')))
    socket.on('data', (part) => {
      received += part.length
      if (received < length) return
      if (received > length) return reject(new BenchFailure('answers differ in length'))
      received = 0
      tally.answers++
      if (!tally.is_over) return void socket.write(request)
      socket.removeAllListeners('close')
      socket.destroy()
      resolve()
    })
    socket.write(request)
  })
}
