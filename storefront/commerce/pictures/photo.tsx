import type { SyntheticEvent } from 'react'
import type { Picture } from '#contracts/storefront/catalog.ts'
import { pictureSet, pictureUrl, plainWidth } from '#storefront/commerce/pictures/pictures.ts'

export interface PhotoProps {
  picture: Picture
  /** How wide it is shown, as in HTML: `(max-width: 800px) 40vw, 220px`. Phones up to 800 px first. */
  sizes?: string
  className?: string
  /** The page's main picture: preloaded from the head, fetched first, blurred until it has come. */
  eager?: boolean
  alt?: string
}

/** As wide as a card of a list. */
const card_sizes = '(max-width: 800px) 40vw, 220px'

/** A picture with its size, in the width that is shown, so that nothing moves when it comes. */
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

/** What the service does not show stays as it is. */
export function sourceOf({ src, width }: Picture, sizes: string) {
  const srcSet = pictureSet(src, width, sizes)
  if (srcSet === undefined) return { src }
  return { src: pictureUrl(src, plainWidth(width, sizes)) ?? src, srcSet, sizes }
}

/** Under the picture until it has come, which may be before the page is hydrated. */
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
