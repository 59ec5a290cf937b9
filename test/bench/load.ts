import { connect, type Socket } from 'node:net'
import { BenchFailure } from '#test/bench/knock.ts'

/** One request, sent again and again as it stands. */
export interface Shot {
  path: string
  /** Header lines besides Host. */
  headers: Record<string, string>
  status: number
}

/**
 * Requests per second over `lines` sockets that are kept open, each asking again as soon as it was
 * answered. All answers must be of one length, so that counting bytes is all the client does.
 */
export async function requestsPerSecond(
  origin: string,
  shot: Shot,
  { lines, seconds }: { lines: number; seconds: number },
): Promise<number> {
  const { hostname, port, host } = new URL(origin)
  const head = Object.entries({ host, ...shot.headers }).map(([name, value]) => `${name}: ${value}`)
  const words = Buffer.from(`GET ${shot.path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  const length = await answerLength(connect(Number(port), hostname), words, shot.status)
  const tally = { answers: 0, is_over: false }
  const work = Array.from({ length: lines }, () =>
    askOn(connect(Number(port), hostname), words, length, tally),
  )
  const started = performance.now()
  setTimeout(() => void (tally.is_over = true), seconds * 1_000)
  await Promise.all(work)
  return tally.answers / ((performance.now() - started) / 1_000)
}

/** Bytes of one whole answer, head included. */
function answerLength(socket: Socket, words: Buffer, status: number): Promise<number> {
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
    socket.write(words)
  })
}

type Tally = { answers: number; is_over: boolean }

function askOn(socket: Socket, words: Buffer, length: number, tally: Tally): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = 0
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('close', () => reject(new BenchFailure('the server hung up')))
    socket.on('data', (part) => {
      received += part.length
      if (received < length) return
      if (received > length) return reject(new BenchFailure('answers differ in length'))
      received = 0
      tally.answers++
      if (!tally.is_over) return void socket.write(words)
      socket.removeAllListeners('close')
      socket.destroy()
      resolve()
    })
    socket.write(words)
  })
}
