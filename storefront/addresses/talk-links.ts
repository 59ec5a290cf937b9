import { type Query, withQuery } from '#storefront/addresses/with-query.ts'
import { talk_addresses } from '#storefront/addresses/talk.ts'

/** What the list of reviews is narrowed to. */
export interface ReviewFilter {
  stars?: number | undefined
  with_pictures?: boolean | undefined
  bought?: boolean | undefined
}

/** The reviews of a product, by its path ("/iphone-18"). */
export function reviewsUrl(product_path: string, filter: ReviewFilter = {}, page = 1): string {
  const { stars, with_pictures, bought } = filter
  return withQuery(of(talk_addresses.reviews.path, product_path), {
    sao: stars,
    anh: with_pictures === true ? 1 : null,
    'da-mua': bought === true ? 1 : null,
    page: page > 1 ? page : null,
  })
}

export function writeReviewUrl(product_path: string): string {
  return of(talk_addresses.writeReview.path, product_path)
}

export function ownReviewUrl(secret: string, more: Query = {}): string {
  return withQuery(talk_addresses.ownReview.path.replace(':secret', secret), more)
}

/** The anchor of a review in its list. */
export function reviewAnchor(review_id: number): string {
  return `danh-gia-${review_id}`
}

/** The questions about a page, by its path. */
export function commentsUrl(path: string, page = 1): string {
  return withQuery(of(talk_addresses.comments.path, path), { page: page > 1 ? page : null })
}

/** The form of a question, or of a reply to one. Its query key `cau-hoi` holds a text that was begun elsewhere. */
export function writeCommentUrl(path: string, parent_id?: number): string {
  return withQuery(of(talk_addresses.writeComment.path, path), { 'tra-loi': parent_id })
}

export function ownCommentUrl(secret: string, more: Query = {}): string {
  return withQuery(talk_addresses.ownComment.path.replace(':secret', secret), more)
}

/** The anchor of a question in its list. */
export function commentAnchor(comment_id: number): string {
  return `binh-luan-${comment_id}`
}

/** "Báo xấu": `back` is the address that the form returns to. */
export function reportUrl(kind: 'review' | 'comment', subject_id: number, back: string): string {
  const loai = kind === 'review' ? 'danh-gia' : 'binh-luan'
  return withQuery(talk_addresses.report.path, { loai, so: subject_id, ve: back })
}

/** Where pictures of one's own review are sent. */
export const own_picture_path = '/danh-gia-cua-toi/:secret/anh'

export function ownPictureUrl(secret: string): string {
  return own_picture_path.replace(':secret', secret)
}

/** `product_path` is that of any page that is talked about. */
function of(pattern: string, product_path: string): string {
  return pattern.replace(/:slug|\*/, product_path.replace(/^\//, ''))
}
