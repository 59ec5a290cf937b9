import { connect } from 'node:net'
import type { BurstAnswer, BurstJob } from '#test/bench/burst-messages.ts'

// The buyers run in a process of their own, with the minimum of work for each of them.
process.once('message', async (message) => {
  const job = message as BurstJob
  const answers =
    job.connections === null ? await allAtOnce(job) : await overConnections(job, job.connections)
  process.send?.(answers, () => process.exit(0))
})

function allAtOnce(job: BurstJob): Promise<BurstAnswer[]> {
  const { hostname, port } = new URL(job.url)
  return Promise.all(
    job.tokens.map((token) => {
      const started = performance.now()
      return exchange(connect({ port: Number(port), host: hostname, noDelay: true }), (socket) => {
        socket.write(requestText(job, token, 'close'))
      }).then((answer) => ({ ...answer, ms: performance.now() - started }))
    }),
  )
}

/** Uses `connections` at the same time. After each answer the next buyer orders on a new connection. */
async function overConnections(job: BurstJob, connections: number): Promise<BurstAnswer[]> {
  const { hostname, port } = new URL(job.url)
  const answers: BurstAnswer[] = []
  let next = 0
  const work = async () => {
    for (let n = next++; n < job.tokens.length; n = next++) {
      const started = performance.now()
      const socket = connect({ port: Number(port), host: hostname, noDelay: true })
      const answer = await exchange(socket, () =>
        socket.write(requestText(job, job.tokens[n] ?? '', 'close')),
      )
      answers.push({ ...answer, ms: performance.now() - started })
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  return answers
}

function requestText({ path, body }: BurstJob, token: string, connection: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer ${token}\r\n` +
    `content-type: application/json\r\nconnection: ${connection}\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

function exchange(
  socket: ReturnType<typeof connect>,
  send: (socket: ReturnType<typeof connect>) => void,
): Promise<Omit<BurstAnswer, 'ms'>> {
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('latin1')
    socket.on('connect', () => send(socket))
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
