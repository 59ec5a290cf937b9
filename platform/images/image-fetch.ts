import { lookup as lookupName } from 'node:dns'
import { request as requestPlainly } from 'node:http'
import { request as requestSafely } from 'node:https'
import { BlockList, isIPv4, type LookupFunction } from 'node:net'
import { busy, ImageProblem, noSuchPicture } from '#platform/images/image-problem.ts'

/** Fetches a picture's bytes from a fixed origin. */
export type FetchPicture = (url: URL) => Promise<Buffer>

interface FetchOptions {
  most_bytes: number
  limit_ms: number
  /** Which addresses may be spoken to; tests stand on the loopback. */
  isAllowed?: (ip: string) => boolean
}

/**
 * Follows no redirect (origins are https by configuration), and connects to the very address that was checked: a name
 * cannot turn into a private one between check and connection.
 */
export function pictureFetcher(options: FetchOptions): FetchPicture {
  const isAllowed = options.isAllowed ?? isPublicAddress
  const lookup = guardedLookup(isAllowed)
  return (url) =>
    new Promise((resolve, reject) => {
      // A number instead of a name is never looked up, so it is checked here.
      if (isBareAddress(url) && !isAllowed(bare(url.hostname))) {
        return reject(problemOf(new ForbiddenAddress('a private address')))
      }
      const signal = AbortSignal.timeout(options.limit_ms)
      const fail = (error: Error) => reject(signal.aborted ? slow() : problemOf(error))
      const request = url.protocol === 'https:' ? requestSafely : requestPlainly
      const asked = request(
        url,
        { lookup, signal, agent: false, headers: { accept: 'image/*' } },
        (response) => {
          const { statusCode = 0, headers } = response
          const refused = refusalOf(statusCode, Number(headers['content-length']), options)
          if (refused !== null) {
            asked.destroy()
            return reject(refused)
          }
          const chunks: Buffer[] = []
          let length = 0
          response.on('error', fail)
          response.on('data', (chunk: Buffer) => {
            length += chunk.length
            chunks.push(chunk)
            if (length <= options.most_bytes) return
            asked.destroy()
            reject(tooLarge())
          })
          response.on('end', () => {
            if (response.complete) resolve(Buffer.concat(chunks))
            else fail(new Error('cut off'))
          })
        },
      )
      asked.on('error', fail)
      asked.end()
    })
}

/** The same, a few at a time: each holds a whole picture while it comes. Refused as `busy` when many wait. */
export function fewAtOnce(
  fetchPicture: FetchPicture,
  { at_once = 8, most_waiting = 100 } = {},
): FetchPicture {
  const waiting: (() => void)[] = []
  let running = 0
  return async (url) => {
    if (running < at_once) running += 1
    else if (waiting.length >= most_waiting) throw busy()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await fetchPicture(url)
    } finally {
      const next = waiting.shift()
      // Whoever follows takes its turn over.
      if (next === undefined) running -= 1
      else next()
    }
  }
}

function refusalOf(status: number, length: number, { most_bytes }: FetchOptions) {
  if (status === 404 || status === 410) return noSuchPicture()
  if (status !== 200) return new ImageProblem(502, 'origin_failed', `The host said ${status}.`)
  return length > most_bytes ? tooLarge() : null
}

class ForbiddenAddress extends Error {}

function problemOf(error: Error): ImageProblem {
  const reason = error instanceof ForbiddenAddress ? 'is not a public one' : 'cannot be reached'
  return new ImageProblem(502, 'origin_failed', `The picture's host ${reason}.`)
}

const slow = () => new ImageProblem(504, 'origin_slow', 'The picture’s host took too long.')
export const tooLarge = () =>
  new ImageProblem(413, 'picture_too_large', 'The picture has too many bytes.')

/** A lookup that answers only when every address of the name may be spoken to. */
function guardedLookup(isAllowed: (ip: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    lookupName(name, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error !== null || first === undefined) {
        return callback(error ?? new Error('no address'), '', 0)
      }
      if (!found.every(({ address }) => isAllowed(address))) {
        return callback(new ForbiddenAddress('a private address'), '', 0)
      }
      if (options.all === true) return callback(null, found)
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
// Of IPv6 only 2000::/3 is the internet; within it tunnels and examples lead elsewhere.
const reserved_v6 = blockList('ipv6', [
  ...['::/3', '4000::/2', '8000::/1'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
])

/** Neither this machine nor its network nor any other range that the internet does not route. */
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
