import { createServer, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The port cannot be opened. The message gives the reason and the remedy. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

type Address = { host: string; port: number }

/** The HTTP server and its socket. */
interface Listener {
  server: Server
  /** Starts to accept requests. Throws a ListenError if the port is taken or forbidden. */
  listen: (address: Address) => Promise<void>
  /** Stops accepting and waits for running requests. After `limit_ms` the rest is closed. */
  drain: (limit_ms: number) => Promise<void>
}

/** Connections that wait to be accepted: many may arrive faster than a busy process accepts them. */
const backlog = 16_384

/** How often the time limits are checked. */
const check_ms = 1_000

/**
 * Creates a listener that slow clients cannot block: headers within 10 s, a whole request within 13 s, both
 * cut before 15 s have passed. Forms are small, so no honest shopper needs longer.
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
    // The kernel may limit the backlog further (net.core.somaxconn).
    server.listen({ host, port, backlog }, () => {
      server.off('error', failed)
      resolve()
    })
  })
}

/** Checks early whether `listen` would work, before anything slow is started. */
export async function requireFreePort(address: Address): Promise<void> {
  const probe = createServer()
  await listen(probe, address)
  await new Promise((resolve) => probe.close(resolve))
}

/**
 * Idle connections are closed this long after the shutdown began. A browser that goes from page to page sends
 * one more request within it and learns that the connection closes. A request that crosses the closing must
 * be repeated by its client (RFC 9112 §9.6).
 */
const idle_grace_ms = 1_000

/** An open connection gets one more answer, with `Connection: close`: no request is lost. */
async function drain(
  server: Server,
  responses: ReadonlySet<ServerResponse>,
  limit_ms: number,
): Promise<void> {
  // Answers that are being sent must contain `Connection: close` too.
  for (const response of responses) response.shouldKeepAlive = false
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  // http's close() also closes every idle connection at once, even in the middle of the next request.
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
