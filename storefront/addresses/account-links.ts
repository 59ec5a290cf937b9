import { type Query, withQuery } from '#storefront/addresses/with-query.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'

/** Where forms for consent are sent. No page. */
export const consent_path = '/dong-y'

/** The parts of /tracuu, as values of its query key `loai`. */
export const lookup_tabs = ['don-hang', 'bao-hanh', 'phieu'] as const
export type LookupTab = (typeof lookup_tabs)[number]

/** /tracuu, at one of its parts; with a code in its form. */
export function lookupUrl(tab: LookupTab, code?: string): string {
  const loai = tab === 'don-hang' ? null : tab
  return withQuery(frame_paths.lookup, { loai, ma: code })
}

/** /nhac-toi of what begins: a landing page, a flash sale, or an item (a colour). */
export function startUrl(
  { of, id }: { of: 'landing_page' | 'flash_sale' | 'item'; id: number },
  more: Query = {},
): string {
  const key = { landing_page: 'trang', flash_sale: 'dot', item: 'mau' }[of]
  return withQuery(frame_paths.start, { [key]: id, ...more })
}

/** /bao-tin of an item (a colour). */
export function noticeUrl(item_id: number, more: Query = {}): string {
  return withQuery(frame_paths.notice, { mau: item_id, ...more })
}
