import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'

/** The query key of the search page that asks for one part of it, and its value for articles. */
export const part_key = 'muc'
export const news_part = 'tin-tuc'

/** The address of the articles that have the words. */
export function newsSearchPath(q: string, page = 1): string {
  const query = { [part_key]: news_part, q, page: page === 1 ? null : page }
  return withQuery(frame_paths.search, query)
}
