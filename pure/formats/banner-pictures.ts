/** A size in pixels. */
interface Size {
  width: number
  height: number
}

/** The sizes that pictures of banners have, by place: on wide screens, and on phones. */
const wide_sizes = {
  hero: { width: 1380, height: 480 },
  right: { width: 690, height: 300 },
  category: { width: 1380, height: 480 },
} as const
const narrow_size: Size = { width: 780, height: 440 }

export type BannerPlace = keyof typeof wide_sizes
export type BannerPicture = 'wide' | 'narrow'

/** The size that a picture of this place should have. */
export function bannerSize(place: BannerPlace, picture: BannerPicture): Size {
  return picture === 'wide' ? wide_sizes[place] : narrow_size
}

/** How far the shape may be from the right one, so that little of the picture is cut off; and the least width. */
const shape_tolerance = 0.12
const least_width = 0.66

/** Whether a picture fits: about the shape of its place, and not so small that it would be blurred. */
export function fitsBanner(
  { width, height }: Size,
  place: BannerPlace,
  picture: BannerPicture,
): boolean {
  const wanted = bannerSize(place, picture)
  const shape = width / height / (wanted.width / wanted.height)
  return (
    shape >= 1 - shape_tolerance &&
    shape <= 1 + shape_tolerance &&
    width >= wanted.width * least_width
  )
}
