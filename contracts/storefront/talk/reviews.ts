import { z } from 'zod'
import { flag, id, line, page, whole } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { picture_refusals } from '#contracts/staff/pictures.ts'
import { otp_refusals } from '#contracts/storefront/otp.ts'
import {
  own_secret,
  paragraphs,
  TalkReason,
  TalkState,
  writer,
  writer_refusals,
  Written,
} from '#contracts/storefront/talk/talk-fields.ts'
import { operation } from '#pure/contract.ts'
import { review_aspects } from '#pure/formats/review-aspects.ts'

/** What is judged besides the whole. Which of them, depends on the kind of product. */
export const ReviewAspect = z.enum(review_aspects)
export type ReviewAspect = z.infer<typeof ReviewAspect>

const stars = whole(1, 5, 'Hãy chọn số sao.')
const aspects = z.partialRecord(ReviewAspect, stars)

const ReviewPicture = z.object({ src: z.string(), width: z.int(), height: z.int() })

/** A published review. */
export const Review = z.object({
  review_id: z.int(),
  name: z.string(),
  stars: z.int(),
  aspects: z.partialRecord(ReviewAspect, z.int()),
  text: z.string(),
  created_at: z.iso.datetime(),
  is_edited: z.boolean(),
  /** Proven by an order; null: not proven. Without a shop the goods were delivered. */
  bought: z.object({ shop_name: z.string().nullable(), months: z.int() }).nullable(),
  helpful: z.int(),
  pictures: z.array(ReviewPicture),
  reply: z.object({ text: z.string(), replied_at: z.iso.datetime() }).nullable(),
})
export type Review = z.infer<typeof Review>

/** Sums over everything that is published about a version. */
export const RatingSummary = z.object({
  total: z.int(),
  /** With one decimal; 0 without reviews. */
  average: z.number(),
  /** How many gave one star, two, … five. */
  by_stars: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]),
  with_pictures: z.int(),
  bought: z.int(),
  /** Averages with one decimal, in the sequence of the form. */
  aspects: z.array(z.object({ aspect: ReviewAspect, average: z.number(), total: z.int() })),
})
export type RatingSummary = z.infer<typeof RatingSummary>

export const review_page_size = 10

/** Which reviews of a version are asked for. */
export const ReviewQuestion = z.object({
  product_id: id,
  stars: whole(1, 5).optional(),
  with_pictures: flag.optional(),
  bought: flag.optional(),
  page: page.optional(),
  size: whole(1, 50).optional(),
})
export type ReviewQuestion = z.infer<typeof ReviewQuestion>

const ReviewList = z.object({
  summary: RatingSummary,
  /** How many the filter leaves. */
  total: z.int(),
  page: z.int(),
  size: z.int(),
  reviews: z.array(Review),
})
export type ReviewList = z.infer<typeof ReviewList>

const text = paragraphs(15, 'Hãy viết ít nhất 15 chữ cái.')
const given = { stars, aspects: aspects.optional(), text }

/** A review as whoever wrote it sees it. */
export const OwnReview = z.object({
  review_id: z.int(),
  product: z.object({ product_id: z.int(), name: z.string(), path: z.string() }),
  name: z.string(),
  stars: z.int(),
  aspects: z.partialRecord(ReviewAspect, z.int()),
  asked_aspects: z.array(ReviewAspect),
  text: z.string(),
  state: TalkState,
  hidden_for: TalkReason.nullable(),
  is_bought: z.boolean(),
  pictures: z.array(ReviewPicture.extend({ picture_id: z.int().nullable() })),
})
export type OwnReview = z.infer<typeof OwnReview>

/** What the form of a new review shows. */
const ReviewOffer = z.object({
  product: z.object({ product_id: z.int(), name: z.string(), path: z.string() }),
  asked_aspects: z.array(ReviewAspect),
  /** An order of the caller proves the purchase. */
  is_bought: z.boolean(),
  /** The name of a member; null: guests give one. */
  member_name: z.string().nullable(),
  is_member: z.boolean(),
  /** Their review, if they have written one. */
  own_secret: z.string().nullable(),
})
export type ReviewOffer = z.infer<typeof ReviewOffer>

const review_not_found = { status: 404, meaning: 'There is no such review.' } as const
const product_not_found = { status: 404, meaning: 'There is no such product.' } as const

/** How many pictures a review may have. */
export const max_review_pictures = 5

/** Reviews of products (decision 251). Served under /api/comment. */
export const reviews = {
  reviewList: operation({
    method: 'GET',
    path: '/v1/reviews',
    summary: 'The published reviews of a version, newest first, with the sums over all of them.',
    access: 'public',
    limits: limits.read_talk,
    input: ReviewQuestion,
    output: ReviewList,
  }),
  offerReview: operation({
    method: 'GET',
    path: '/v1/reviews/offer',
    summary: 'What a form for a review of a version asks its caller.',
    access: 'customer',
    input: z.object({ product_id: id }),
    output: ReviewOffer,
    refusals: { product_not_found },
  }),
  writeReview: operation({
    method: 'POST',
    path: '/v1/reviews',
    summary:
      'Write a review of a version. It is published at once, unless a rule holds it back. One of each person: a second one is refused.',
    access: 'public',
    limits: limits.write_talk,
    input: z.object({ product_id: id, ...given, ...writer }),
    output: Written,
    refusals: {
      product_not_found,
      ...writer_refusals,
      ...otp_refusals,
      reviewed_already: { status: 409, meaning: 'The caller has reviewed this version.' },
    },
  }),
  ownReview: operation({
    method: 'GET',
    path: '/v1/reviews/own',
    summary: 'A review, for whoever has its secret.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ secret: own_secret }),
    output: OwnReview,
    refusals: { review_not_found },
  }),
  changeReview: operation({
    method: 'PUT',
    path: '/v1/reviews/own',
    summary: 'Change a review. What staff have hidden stays hidden.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ secret: own_secret, ...given }),
    output: Written,
    refusals: { review_not_found },
  }),
  eraseReview: operation({
    method: 'DELETE',
    path: '/v1/reviews/own',
    summary: 'Erase a review with its pictures. A repeated call gets the same answer.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ secret: own_secret }),
    output: z.object({}),
  }),
  addReviewPicture: operation({
    method: 'POST',
    path: '/v1/reviews/own/pictures',
    summary:
      'Add a picture to a review. It is made anew without its metadata. A request over HTTP holds up to 1 MB; forms of the page hold more.',
    access: 'customer_or_secret',
    limits: limits.review_picture,
    input: z.object({
      secret: own_secret,
      name: line(120),
      /** JPEG, PNG, WebP or AVIF in base64. */
      image: z.base64().min(4).max(13_400_000),
    }),
    output: z.object({ added: z.int() }),
    refusals: { review_not_found, ...picture_refusals },
  }),
  removeReviewPicture: operation({
    method: 'DELETE',
    path: '/v1/reviews/own/pictures',
    summary: 'Take a picture away from a review.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ secret: own_secret, picture_id: id }),
    output: z.object({}),
    refusals: { review_not_found },
  }),
  reviewPicture: operation({
    method: 'GET',
    path: '/v1/reviews/picture',
    summary: 'A picture of a review that is not hidden: WebP in base64.',
    access: 'public',
    limits: limits.read_talk,
    input: z.object({ review_id: id, picture_id: id, size: z.enum(['large', 'small']) }),
    output: z.object({ hash: z.string(), image: z.string() }),
    refusals: {
      picture_not_found: { status: 404, meaning: 'The record has no such picture.' },
      files_unavailable: picture_refusals.files_unavailable,
    },
  }),
  voteHelpful: operation({
    method: 'POST',
    path: '/v1/reviews/helpful',
    summary: 'Say that a review helped. Each person counts once; a repeated call changes nothing.',
    access: 'customer',
    limits: limits.vote_talk,
    input: z.object({ review_id: id }),
    output: z.object({ helpful: z.int() }),
    refusals: { review_not_found },
  }),
  reportReview: operation({
    method: 'POST',
    path: '/v1/reviews/report',
    summary: 'Report a review to staff for a listed reason. It stays until they have looked at it.',
    access: 'customer',
    limits: limits.vote_talk,
    input: z.object({ review_id: id, reason: TalkReason }),
    output: z.object({}),
    refusals: { review_not_found },
  }),
}
