import { lookup as lookupName } from 'node:dns'
import { request as requestPlainly } from 'node:http'
import { request as requestSafely } from 'node:https'
import { BlockList, isIPv4, type LookupFunction } from 'node:net'
import { busy, ImageProblem, noSuchPicture } from '#platform/images/image-problem.ts'

/** Fetches the bytes of a picture from a configured origin. */
export type FetchPicture = (url: URL) => Promise<Buffer>

interface FetchOptions {
  max_bytes: number
  limit_ms: number
  /** Which IP addresses may be connected to. Tests allow the loopback. */
  isAllowed?: (ip: string) => boolean
}

/**
 * Follows no redirect (origins are https by configuration), and connects to exactly the IP address that was
 * checked: a name cannot resolve to a private address between check and connection.
 */
export function pictureFetcher(options: FetchOptions): FetchPicture {
  const isAllowed = options.isAllowed ?? isPublicAddress
  const lookup = guardedLookup(isAllowed)
  return (url) =>
    new Promise((resolve, reject) => {
      // An IP address in the URL is never looked up, so it is checked here.
      if (isBareAddress(url) && !isAllowed(bare(url.hostname))) {
        return reject(problemOf(new ForbiddenAddress('a private address')))
      }
      const signal = AbortSignal.timeout(options.limit_ms)
      const fail = (error: Error) => reject(signal.aborted ? slow() : problemOf(error))
      const request = url.protocol === 'https:' ? requestSafely : requestPlainly
      const outgoing = request(
        url,
        { lookup, signal, agent: false, headers: { accept: 'image/*' } },
        (response) => {
          const { statusCode = 0, headers } = response
          const refused = refusalOf(statusCode, Number(headers['content-length']), options)
          if (refused !== null) {
            outgoing.destroy()
            return reject(refused)
          }
          const chunks: Buffer[] = []
          let length = 0
          response.on('error', fail)
          response.on('data', (chunk: Buffer) => {
            length += chunk.length
            chunks.push(chunk)
            if (length <= options.max_bytes) return
            outgoing.destroy()
            reject(tooLarge())
          })
          response.on('end', () => {
            if (response.complete) resolve(Buffer.concat(chunks))
            else fail(new Error('cut off'))
          })
        },
      )
      outgoing.on('error', fail)
      outgoing.end()
    })
}

/** Limits concurrent fetches: each keeps a whole picture in memory. Throws `busy` when too many wait. */
export function limitFetches(
  fetchPicture: FetchPicture,
  { at_once = 8, max_waiting = 100 } = {},
): FetchPicture {
  const waiting: (() => void)[] = []
  let running = 0
  return async (url) => {
    if (running < at_once) running += 1
    else if (waiting.length >= max_waiting) throw busy()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await fetchPicture(url)
    } finally {
      const next = waiting.shift()
      // The next waiting fetch takes over this turn.
      if (next === undefined) running -= 1
      else next()
    }
  }
}

function refusalOf(status: number, length: number, { max_bytes }: FetchOptions) {
  if (status === 404 || status === 410) return noSuchPicture()
  if (status !== 200) return new ImageProblem(502, 'origin_failed', `The host answered ${status}.`)
  return length > max_bytes ? tooLarge() : null
}

class ForbiddenAddress extends Error {}

function problemOf(error: Error): ImageProblem {
  const reason = error instanceof ForbiddenAddress ? 'is not a public one' : 'cannot be reached'
  return new ImageProblem(502, 'origin_failed', `The picture's host ${reason}.`)
}

const slow = () => new ImageProblem(504, 'origin_slow', 'The picture’s host took too long.')
export const tooLarge = () =>
  new ImageProblem(413, 'picture_too_large', 'The picture has too many bytes.')

/** A lookup that succeeds only if every address of the name is allowed. */
function guardedLookup(isAllowed: (ip: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    lookupName(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) {
        return callback(error ?? new Error('no address'), '', 0)
      }
      if (!addresses.every(({ address }) => isAllowed(address))) {
        return callback(new ForbiddenAddress('a private address'), '', 0)
      }
      if (options.all === true) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

const isBareAddress = ({ hostname }: URL) => isIPv4(hostname) || hostname.startsWith('[')
const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

const reserved_v4 = blockList('ipv4', [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
])
// Of IPv6 only 2000::/3 is the internet. Within it some ranges are tunnels or examples.
const reserved_v6 = blockList('ipv6', [
  ...['::/3', '4000::/2', '8000::/1'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
])

/** False for this machine, its network and all other ranges that the internet does not route. */
export function isPublicAddress(ip: string): boolean {
  return isIPv4(ip) ? !reserved_v4.check(ip, 'ipv4') : !reserved_v6.check(ip, 'ipv6')
}

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}
