import type { SyntheticEvent } from 'react'
import type { Picture } from '#contracts/storefront/catalog.ts'
import {
  defaultWidth,
  denseSizes,
  pictureSet,
  pictureUrl,
} from '#storefront/commerce/pictures/pictures.ts'

export interface PhotoProps {
  picture: Picture
  /** The displayed width, as in HTML: `(max-width: 800px) 40vw, 220px`. Phones up to 800 px first. */
  sizes?: string
  className?: string
  /** The page's main picture: preloaded from the head, fetched first, blurred until it is loaded. */
  eager?: boolean
  alt?: string
}

/** The width of a card in a list: two in a row on a phone, then three, four, and five from 1200 px. */
const card_sizes =
  '(max-width: 599px) 39vw, (max-width: 800px) 27vw, (max-width: 1199px) 21vw, 200px'

/** The width of a card in a row that a phone sweeps: two and a bit at a time. */
export const swept_card_sizes = card_sizes.replace('39vw', '33vw')

/** A picture with its size, so that nothing moves when it is loaded, in the displayed width. */
export function Photo({ picture, sizes = card_sizes, className, eager = false, alt }: PhotoProps) {
  const { blur, width, height } = picture
  // React lifts a preload with the same srcset into the head for every picture of high priority.
  return (
    <img
      {...sourceOf(picture, sizes)}
      alt={alt ?? picture.alt}
      width={width}
      height={height}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      className={className}
      {...(eager && blur ? blurred(blur) : null)}
    />
  )
}

/** Attributes of an image; a source outside the picture service stays unchanged. */
export function sourceOf({ src, width }: Picture, sizes: string) {
  const srcSet = pictureSet(src, width, sizes)
  if (srcSet === undefined) return { src }
  return {
    src: pictureUrl(src, defaultWidth(width, sizes)) ?? src,
    srcSet,
    sizes: denseSizes(sizes),
  }
}

/** A blurred background until the picture is loaded, which may be before the page is hydrated. */
function blurred(blur: string) {
  const background = `center/contain no-repeat url(data:image/webp;base64,${blur})`
  return { style: { background }, ref: unblur, onLoad }
}

function onLoad({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  unblur(currentTarget)
}

function unblur(picture: HTMLImageElement | null): void {
  if (picture?.complete) picture.style.background = ''
}
