import { createServer, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The port cannot be had; the message says why and what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

type Address = { host: string; port: number }

/** Of connections that are not accepted yet: a crowd comes faster than a busy process looks up. */
const most_knocking = 16_384

/** Times are looked at so often: a limit is kept to within one such while. */
const look_ms = 1_000

/** What a server is answering at the moment: at the end these too must say that their line ends. */
const in_hand = new WeakMap<Server, Set<ServerResponse>>()

/**
 * A server whose slow clients cannot hold it: headers within 10 s, a whole request within 13 s, both cut
 * before 15 s have passed. Forms are small: who sends one so slowly means no order.
 */
export function createListener(): Server {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 13_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: look_ms,
  })
  const responses = new Set<ServerResponse>()
  in_hand.set(server, responses)
  server.on('request', (_request, response) => {
    responses.add(response)
    response.once('close', () => responses.delete(response))
  })
  return server
}

/** Begins to accept requests; throws in words when the port is taken or forbidden. */
export function listen(server: Server, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => reject(inWords(error, { host, port }))
    server.once('error', failed)
    // As many may knock in one moment as the kernel lets wait (net.core.somaxconn).
    server.listen({ host, port, backlog: most_knocking }, () => {
      server.off('error', failed)
      resolve()
    })
  })
}

/** Finds out early whether `listen` would work, before anything slow is begun. */
export async function requireFreePort(address: Address): Promise<void> {
  const probe = createServer()
  await listen(probe, address)
  await new Promise((resolve) => probe.close(resolve))
}

/**
 * Lines that say nothing for so long after the end has come are hung up. Whoever goes from page to page
 * asks once more within it and is told; a request that crosses the hanging up is its caller's to repeat
 * (RFC 9112 §9.6).
 */
const idle_grace_ms = 1_000

/**
 * Stops accepting and lets what is in flight finish; after `limit_ms` the rest is cut. A line that is
 * kept open is answered once more and told that it ends, so that its caller does not knock in vain.
 */
export async function drain(server: Server, limit_ms: number): Promise<void> {
  for (const response of in_hand.get(server) ?? []) response.shouldKeepAlive = false
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  // http's own close() also hangs up every idle line at once, in the middle of the next request.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
  const grace = sleep(idle_grace_ms, undefined, { ref: false })
  let sweep: NodeJS.Timeout | undefined
  void grace.then(() => {
    sweep = setInterval(() => server.closeIdleConnections(), 50)
  })
  const in_time = await Promise.race([closed, sleep(limit_ms, 'late', { ref: false })])
  clearInterval(sweep)
  if (in_time === 'late') server.closeAllConnections()
}

function inWords(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  if (error.code === 'EADDRINUSE') {
    return new ListenError(
      `Port ${port} is taken by another program. Stop that program, or start the shop on another port: PORT=${port + 1} npm start`,
    )
  }
  if (error.code === 'EACCES') {
    return new ListenError(
      `This user may not open port ${port}. Choose one above 1023: PORT=3000 npm start`,
    )
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ListenError(`HOST=${host} is not an address of this machine.`)
  }
  return error
}
