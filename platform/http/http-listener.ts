import { createServer, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The port cannot be had; the message says why and what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

type Address = { host: string; port: number }

/** The socket that requests come in by. */
export interface Listener {
  server: Server
  /** Begins to accept requests; throws in words when the port is taken or forbidden. */
  listen: (address: Address) => Promise<void>
  /** Stops accepting and lets what is in flight finish; after `limit_ms` the rest is cut. */
  drain: (limit_ms: number) => Promise<void>
}

/** Connections that wait to be accepted: a crowd comes faster than a busy process accepts. */
const backlog = 16_384

/** How often the limits of time are checked. */
const check_ms = 1_000

/**
 * A listener whose slow clients cannot hold it: headers within 10 s, a whole request within 13 s, both
 * cut before 15 s have passed. Forms are small: nobody who sends one so slowly places an order.
 */
export function createListener(): Listener {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 13_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: check_ms,
  })
  const responses = new Set<ServerResponse>()
  server.on('request', (_request, response) => {
    responses.add(response)
    response.once('close', () => responses.delete(response))
  })
  return {
    server,
    listen: (address) => listen(server, address),
    drain: (limit_ms) => drain(server, responses, limit_ms),
  }
}

function listen(server: Server, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => reject(explained(error, { host, port }))
    server.once('error', failed)
    // As many connections may wait as the kernel allows (net.core.somaxconn).
    server.listen({ host, port, backlog }, () => {
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
 * Connections that are idle for so long after the end has begun are closed. A browser that goes from page
 * to page asks once more within it and learns it; a request that crosses the closing is its caller's to
 * repeat (RFC 9112 §9.6).
 */
const idle_grace_ms = 1_000

/** An open connection gets one more answer, which says that it closes: nobody asks in vain. */
async function drain(
  server: Server,
  responses: ReadonlySet<ServerResponse>,
  limit_ms: number,
): Promise<void> {
  // What is being answered at this moment must say it too.
  for (const response of responses) response.shouldKeepAlive = false
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  // http's own close() also closes every idle connection at once, in the middle of the next request.
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

function explained(error: NodeJS.ErrnoException, { host, port }: Address): Error {
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
