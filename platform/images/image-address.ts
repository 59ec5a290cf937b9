import { ImageProblem } from '#platform/images/image-problem.ts'
import { picture_widths } from '#pure/picture-widths.ts'

/** What an address of the picture service asks for. */
export interface ImageAddress {
  width: number
  /** A name of the fixed host map. */
  host: string
  /** Decoded parts of the path; none is empty, "." or "..", none holds a slash. */
  segments: readonly string[]
  /** What `?v=` says about the content; the service believes it only where it is true. */
  version: string | null
}

export type ImageFormat = 'avif' | 'webp' | 'original'

const longest = 1_000
const wrong = (message: string) => new ImageProblem(400, 'bad_address', message)

/** Reads /image/{width}x,webp,q100/{host}/{path} (contract §7) as it was sent, before anybody tidied it. */
export function parseImageAddress(url: string): ImageAddress {
  const [path = '', query = ''] = url.split('?', 2)
  if (path.length > longest) throw wrong('The address is too long.')
  const [options = '', host = '', ...segments] = path.split('/').slice(2).map(decoded)
  const width = /^(\d{1,5})x,webp,q100$/.exec(options)?.[1]
  if (width === undefined) throw wrong('An address is /image/{width}x,webp,q100/{host}/{path}.')
  if (!picture_widths.includes(Number(width))) {
    throw new ImageProblem(400, 'bad_width', `Widths are ${picture_widths.join(', ')}.`)
  }
  if (segments.length === 0 || !segments.every(isName)) throw wrong('This is no path of a picture.')
  const version = new URLSearchParams(query).get('v')
  const has_version = version !== null && /^[\w-]{1,64}$/.test(version)
  return { width: Number(width), host, segments, version: has_version ? version : null }
}

/** The best that this client says it can show; one that names neither gets what the shop has. */
export function formatFor(accept: string): ImageFormat {
  if (takes(accept, 'avif')) return 'avif'
  return takes(accept, 'webp') ? 'webp' : 'original'
}

function takes(accept: string, type: string): boolean {
  return new RegExp(`image/${type}(?! *; *q=0(\\.0*)? *(,|$))`).test(accept)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw wrong('The address holds a broken % sequence.')
  }
}

function isName(segment: string): boolean {
  // oxlint-disable-next-line no-control-regex -- names with control characters are what is refused
  return segment !== '' && !/^\.{1,2}$/.test(segment) && !/[/\\\u0000-\u001f]/.test(segment)
}
