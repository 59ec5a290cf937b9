import type { Banner } from '#contracts/storefront/content.ts'
import type { BannerRow } from '#shop/content/banner-store.ts'
import { resolveLink } from '#shop/content/links.ts'

/** Returns the banners of a placement that run at this time. */
export function bannersAt(
  rows: readonly BannerRow[],
  { place, category_id = null }: { place: string; category_id?: number | null | undefined },
  now: Date,
): BannerRow[] {
  return rows.filter(
    (row) =>
      row.place === place &&
      row.category_id === category_id &&
      (row.starts_at === null || row.starts_at <= now) &&
      (row.ends_at === null || row.ends_at > now),
  )
}

/** Returns banners as shoppers see them; a banner whose target is no longer in the shop is left out. */
export function bannersOf(rows: readonly BannerRow[]): Banner[] {
  return rows.flatMap((row) => {
    const path = resolveLink(row.path, row.target ?? undefined)
    return path === null ? [] : [bannerOf(row, path)]
  })
}

function bannerOf(row: BannerRow, path: string): Banner {
  const { banner_id, label, alt, eyebrow, button, ink } = row
  return {
    banner_id,
    label,
    alt,
    eyebrow,
    button,
    ink,
    path,
    image: {
      src: row.image,
      alt,
      width: row.image_width,
      height: row.image_height,
      ...(row.image_blur === null ? {} : { blur: row.image_blur }),
    },
    image_mobile: mobileImage(row),
  }
}

function mobileImage({
  alt,
  image_mobile: src,
  image_mobile_width: width,
  image_mobile_height: height,
}: BannerRow): Banner['image_mobile'] {
  return src === null || width === null || height === null ? null : { src, alt, width, height }
}
