import type { Picture } from '#contracts/storefront/catalog.ts'
import { pictureSet, pictureUrl, plainWidth } from '#storefront/commerce/pictures/pictures.ts'

interface PhotoProps {
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
      // Scripts that come before React take the blur away and hold what is not in sight yet
      // (web/runtime/unblur.ts, deferred-pictures.ts): it may find another source than it wrote.
      suppressHydrationWarning
      style={eager && blur ? blurred(blur) : undefined}
    />
  )
}

interface ArtPhotoProps extends Omit<PhotoProps, 'picture'> {
  wide: Picture
  /** Another cut for phones. */
  narrow?: Picture | null
}

/** One picture in two cuts: phones get their own (spec §9: up to 800 px). */
export function ArtPhoto({ wide, narrow, ...rest }: ArtPhotoProps) {
  const sizes = rest.sizes ?? '100vw'
  if (!narrow) return <Photo picture={wide} {...rest} sizes={sizes} />
  const { srcSet } = sourceOf(narrow, sizes)
  return (
    <picture>
      {rest.eager ? <Preload picture={narrow} sizes={sizes} media={phones} /> : null}
      {rest.eager ? <Preload picture={wide} sizes={sizes} media={`not all and ${phones}`} /> : null}
      <source
        media={phones}
        srcSet={srcSet ?? narrow.src}
        sizes={srcSet && sizes}
        width={narrow.width}
        height={narrow.height}
      />
      <Photo picture={{ ...wide, blur: undefined }} {...rest} sizes={sizes} />
    </picture>
  )
}

const phones = '(max-width: 800px)'

/** React preloads no picture of a <picture>; this lands in the head. */
function Preload({ picture, sizes, media }: { picture: Picture; sizes: string; media: string }) {
  const { src, srcSet } = sourceOf(picture, sizes)
  return (
    <link
      rel="preload"
      as="image"
      href={src}
      imageSrcSet={srcSet}
      imageSizes={srcSet && sizes}
      media={media}
      fetchPriority="high"
    />
  )
}

/** What the service does not show stays as it is. */
function sourceOf({ src, width }: Picture, sizes: string) {
  const srcSet = pictureSet(src, width, sizes)
  if (srcSet === undefined) return { src }
  return { src: pictureUrl(src, plainWidth(width, sizes)) ?? src, srcSet, sizes }
}

function blurred(blur: string) {
  return { background: `center/contain no-repeat url(data:image/webp;base64,${blur})` }
}
