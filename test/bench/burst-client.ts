import { connect } from 'node:net'
import type { BurstAnswer, BurstJob } from '#test/bench/burst-words.ts'

// The crowd, in a process of its own: as little work for each shopper as a socket needs.
process.once('message', async (message) => {
  const job = message as BurstJob
  const answers = job.lines === null ? await allAtOnce(job) : await overLines(job, job.lines)
  process.send?.(answers, () => process.exit(0))
})

function allAtOnce(job: BurstJob): Promise<BurstAnswer[]> {
  const { hostname, port } = new URL(job.url)
  return Promise.all(
    job.tokens.map((token) => {
      const started = performance.now()
      return knock(connect({ port: Number(port), host: hostname, noDelay: true }), (socket) => {
        socket.write(words(job, token, 'close'))
      }).then((answer) => ({ ...answer, ms: performance.now() - started }))
    }),
  )
}

/** `lines` connections, each ordering for the next shopper as soon as it was answered. */
async function overLines(job: BurstJob, lines: number): Promise<BurstAnswer[]> {
  const { hostname, port } = new URL(job.url)
  const answers: BurstAnswer[] = []
  let next = 0
  const work = async () => {
    for (let n = next++; n < job.tokens.length; n = next++) {
      const started = performance.now()
      const socket = connect({ port: Number(port), host: hostname, noDelay: true })
      const answer = await knock(socket, () =>
        socket.write(words(job, job.tokens[n] ?? '', 'close')),
      )
      answers.push({ ...answer, ms: performance.now() - started })
    }
  }
  await Promise.all(Array.from({ length: lines }, work))
  return answers
}

function words({ path, body }: BurstJob, token: string, connection: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer ${token}\r\n` +
    `content-type: application/json\r\nconnection: ${connection}\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

function knock(
  socket: ReturnType<typeof connect>,
  speak: (socket: ReturnType<typeof connect>) => void,
): Promise<Omit<BurstAnswer, 'ms'>> {
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('latin1')
    socket.on('connect', () => speak(socket))
    socket.on('data', (part: string) => {
      text += part
    })
    socket.on('error', (error) => resolve({ status: 0, code: error.message }))
    socket.on('close', () => {
      const status = Number(text.slice(9, 12))
      const code = /"code":"([^"]+)"/.exec(text)?.[1] ?? ''
      resolve({ status: Number.isInteger(status) ? status : 0, code })
    })
  })
}
