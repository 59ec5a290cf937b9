import type { Picture } from '#contracts/storefront/catalog.ts'
import { Photo, type PhotoProps, sourceOf } from '#storefront/commerce/pictures/photo.tsx'

interface ArtPhotoProps extends Omit<PhotoProps, 'picture'> {
  wide: Picture
  /** Another crop for phones. */
  narrow?: Picture | null
}

/** A picture in two crops: phones get their own (contract §9: up to 800 px). */
export function ArtPhoto({ wide, narrow, ...rest }: ArtPhotoProps) {
  const sizes = rest.sizes ?? '100vw'
  if (!narrow) return <Photo picture={wide} {...rest} sizes={sizes} />
  const { srcSet, ...shown } = sourceOf(narrow, sizes)
  return (
    <picture>
      {rest.eager ? <Preload picture={narrow} sizes={sizes} media={phones} /> : null}
      {rest.eager ? <Preload picture={wide} sizes={sizes} media={`not all and ${phones}`} /> : null}
      <source
        media={phones}
        srcSet={srcSet ?? narrow.src}
        sizes={shown.sizes}
        width={narrow.width}
        height={narrow.height}
      />
      <Photo picture={{ ...wide, blur: undefined }} {...rest} sizes={sizes} />
    </picture>
  )
}

const phones = '(max-width: 800px)'

/** React does not preload the pictures of a <picture>, so this adds the link to the head. */
function Preload({ picture, sizes, media }: { picture: Picture; sizes: string; media: string }) {
  const { src, srcSet, ...shown } = sourceOf(picture, sizes)
  return (
    <link
      rel="preload"
      as="image"
      href={src}
      imageSrcSet={srcSet}
      imageSizes={shown.sizes}
      media={media}
      fetchPriority="high"
    />
  )
}
