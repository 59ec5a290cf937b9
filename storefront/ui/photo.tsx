import type { Picture } from '#contracts/catalog.ts'

interface PhotoProps {
  picture: Picture
  className?: string
  /** The page's main picture: fetched first, not when it comes near. */
  eager?: boolean
  alt?: string
}

/** A picture with its size, so that nothing moves when it comes. */
export function Photo({ picture, className = '', eager = false, alt }: PhotoProps) {
  return (
    <img
      src={picture.src}
      alt={alt ?? picture.alt}
      width={picture.width}
      height={picture.height}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      className={className}
    />
  )
}
