import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What a proxied connection does with its data. */
type WireMood =
  | { kind: 'pass' }
  /** Data arrives `ms` milliseconds later, in both directions. */
  | { kind: 'slow'; ms: number }
  /** Data is dropped: connections stay open without an answer. */
  | { kind: 'swallow' }
  /** New connections are reset. */
  | { kind: 'refuse' }
  /** The request arrives; the connection is cut at the first byte of the answer. */
  | { kind: 'cut_reply' }

/** A TCP proxy between two processes that can inject faults. */
export interface Wire {
  port: number
  /** Sets the behaviour from now on, also for open connections. */
  be: (mood: WireMood) => void
  close: () => Promise<void>
}

export async function openWire(to: { host: string; port: number }): Promise<Wire> {
  let mood: WireMood = { kind: 'pass' }
  const sockets = new Set<Socket>()
  const server = createServer((client_socket) => {
    if (mood.kind === 'refuse') return void client_socket.resetAndDestroy()
    const server_socket = connect(to.port, to.host)
    join(client_socket, server_socket, () => mood, false)
    join(server_socket, client_socket, () => mood, true)
    for (const socket of [client_socket, server_socket]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    be: (next) => {
      mood = next
      if (next.kind === 'refuse') for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function join(from: Socket, to: Socket, moodNow: () => WireMood, is_reply: boolean): void {
  from.setNoDelay(true)
  from.on('error', () => to.destroy())
  from.on('data', (bytes: Buffer) => {
    const mood = moodNow()
    if (mood.kind === 'swallow') return
    if (mood.kind === 'cut_reply' && is_reply) {
      from.destroy()
      to.destroy()
      return
    }
    if (mood.kind === 'slow') setTimeout(() => send(to, bytes), mood.ms)
    else send(to, bytes)
  })
  from.on('end', () => to.end())
}

function send(to: Socket, bytes: Buffer): void {
  if (!to.destroyed && to.writable) to.write(bytes)
}
