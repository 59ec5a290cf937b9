import { ImageProblem } from '#platform/images/image-problem.ts'
import { picture_widths } from '#pure/picture-widths.ts'

/** What a URL of the picture service requests. */
export interface ImageAddress {
  width: number
  /** A name of the fixed host map. */
  host: string
  /** Decoded segments of the path. None is empty, "." or "..", and none contains a slash. */
  segments: readonly string[]
  /** The `?v=` of the URL. It is only trusted if it matches the content. */
  version: string | null
}

export type ImageFormat = 'avif' | 'webp' | 'original'

const longest = 1_000
const wrong = (message: string) => new ImageProblem(400, 'bad_address', message)

/** Parses /image/{width}x,webp,q100/{host}/{path} (contract §7) from the raw URL, before it is normalised. */
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

/**
 * The best format that the client accepts. A client that names no format of pictures gets WebP, as the address says;
 * one that names others only, or refuses WebP, gets the original format.
 */
export function formatFor(accept: string): ImageFormat {
  if (accepts(accept, 'avif')) return 'avif'
  const names_formats = /image\/(?!\*)/.test(accept)
  return accepts(accept, 'webp') || !names_formats ? 'webp' : 'original'
}

function accepts(accept: string, type: string): boolean {
  return new RegExp(`image/${type}(?! *; *q=0(\\.0*)? *(,|$))`).test(accept)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw wrong('The address contains a broken % sequence.')
  }
}

function isName(segment: string): boolean {
  // oxlint-disable-next-line no-control-regex -- names with control characters are what is refused
  return segment !== '' && !/^\.{1,2}$/.test(segment) && !/[/\\\u0000-\u001f]/.test(segment)
}
