import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What a wire does with what is sent through it. */
export type WireMood =
  | { kind: 'pass' }
  /** Every piece arrives so much later, both ways. */
  | { kind: 'slow'; ms: number }
  /** Takes everything and lets nothing out: lines stay open, nobody answers. */
  | { kind: 'swallow' }
  /** Hangs up on who calls. */
  | { kind: 'refuse' }
  /** The question arrives; with the first byte of the answer the line is cut. */
  | { kind: 'cut_reply' }

/** A piece of wire between two processes that can be hurt (TCP). */
export interface Wire {
  port: number
  /** From now on, for open lines too. */
  be: (mood: WireMood) => void
  close: () => Promise<void>
}

export async function openWire(to: { host: string; port: number }): Promise<Wire> {
  let mood: WireMood = { kind: 'pass' }
  const lines = new Set<Socket>()
  const server = createServer((near) => {
    if (mood.kind === 'refuse') return void near.resetAndDestroy()
    const far = connect(to.port, to.host)
    join(near, far, () => mood, false)
    join(far, near, () => mood, true)
    for (const line of [near, far]) {
      lines.add(line)
      line.on('close', () => lines.delete(line))
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    be: (next) => {
      mood = next
      if (next.kind === 'refuse') for (const line of lines) line.destroy()
    },
    close: async () => {
      for (const line of lines) line.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function join(from: Socket, to: Socket, moodNow: () => WireMood, is_reply: boolean): void {
  from.setNoDelay(true)
  from.on('error', () => to.destroy())
  from.on('data', (part: Buffer) => {
    const mood = moodNow()
    if (mood.kind === 'swallow') return
    if (mood.kind === 'cut_reply' && is_reply) {
      from.destroy()
      to.destroy()
      return
    }
    if (mood.kind === 'slow') setTimeout(() => pass(to, part), mood.ms)
    else pass(to, part)
  })
  from.on('end', () => to.end())
}

function pass(to: Socket, part: Buffer): void {
  if (!to.destroyed && to.writable) to.write(part)
}
