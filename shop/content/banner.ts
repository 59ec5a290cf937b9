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

/** The name of a place: the number of the category of a banner that stands there. */
export function placementOf({
  place,
  category_id,
}: Pick<BannerRow, 'place' | 'category_id'>): string {
  return place === 'category' ? String(category_id) : place
}

/**
 * Returns the positions of banners in a new sequence: those they had, as far as these are different, so that few rows
 * are written.
 */
export function positionsFor(stored: readonly number[]): number[] {
  const positions: number[] = []
  for (const position of stored.toSorted((a, b) => a - b)) {
    positions.push(Math.max(position, (positions.at(-1) ?? position - 1) + 1))
  }
  return positions
}

/** Returns a banner as pages show it, with this path. */
export function bannerOf(row: Omit<BannerRow, 'target'>, path: string): Banner {
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
}: Omit<BannerRow, 'target'>): Banner['image_mobile'] {
  return src === null || width === null || height === null ? null : { src, alt, width, height }
}
