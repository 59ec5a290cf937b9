import { picture_widths } from '#pure/picture-widths.ts'
import { hostedPath } from '#storefront/commerce/pictures/picture-hosts.ts'

/** /image/{width}x,webp,q100/{host}/{path} (contract §7), or null if the service does not serve it. */
export function pictureUrl(src: string, width: number): string | null {
  const file = src.endsWith('.svg') ? undefined : hostedPath(src)
  return file === undefined ? null : `/image/${width}x,webp,q100${file}`
}

/** `srcset` for the widths that `sizes` allows, up to the picture's own width (`own`, in pixels). */
export function pictureSet(src: string, own: number, sizes: string): string | undefined {
  if (pictureUrl(src, 80) === null) return undefined
  return widthsFor(own, sizes)
    .map((width) => `${pictureUrl(src, width)} ${Math.min(width, own)}w`)
    .join(', ')
}

/** The width for clients without `srcset`, enough for a common screen. */
export function defaultWidth(own: number, sizes: string): number {
  const widths = widthsFor(own, sizes)
  return widths[Math.floor(widths.length / 2)] ?? 480
}

/** What a phone with three device pixels per CSS pixel loads of a width: at least 1.8 device pixels. */
const dense_share = 0.6

/**
 * The same `sizes` for a phone with three device pixels per CSS pixel: it loads a picture for about two of them. Nobody
 * sees the third, and the pictures of a list would be nearly twice as heavy.
 */
export function denseSizes(sizes: string): string {
  const [, screen, width, unit] = /^\(max-width: (\d+px)\) (\d+)(vw|px)/.exec(sizes) ?? []
  if (width === undefined) return sizes
  const dense = Math.ceil(Number(width) * dense_share)
  return `(max-width: ${screen}) and (min-resolution: 2.5dppx) ${dense}${unit}, ${sizes}`
}

const widths_by_size = new Map<string, number[]>()

function widthsFor(own: number, sizes: string): number[] {
  const key = own + sizes
  const cached = widths_by_size.get(key)
  if (cached) return cached
  const [least, max] = reach(sizes)
  const upTo = (bound: number) => picture_widths.find((width) => width >= bound) ?? 1600
  const last = upTo(Math.min(max * 1.75, own))
  const first = Math.min(upTo(least), last)
  const widths = picture_widths.filter((width) => width >= first && width <= last)
  widths_by_size.set(key, widths)
  return widths
}

/** The smallest and the largest width that `sizes` allows; phones have two device pixels per CSS pixel. */
function reach(sizes: string): [number, number] {
  const parts = sizes.split(',').map((part, index, all) => {
    const screen = Number(/max-width: ?(\d+)/.exec(part)?.[1] ?? 1440)
    const narrowest = Number(/max-width: ?(\d+)/.exec(all[index - 1] ?? '')?.[1] ?? 720)
    const share = /([\d.]+)vw/.exec(part)?.[1]
    const fixed = Number(/([\d.]+)px\W*$/.exec(part)?.[1] ?? screen)
    if (share === undefined) return [fixed, fixed] as const
    return [(Number(share) / 100) * narrowest, (Number(share) / 100) * screen] as const
  })
  return [Math.min(...parts.map(([least]) => least)), Math.max(...parts.map(([, max]) => max))]
}
