import { randomBytes } from 'node:crypto'
import {
  max_review_pictures,
  type OwnReview,
  type Review,
  review_page_size,
  type ReviewQuestion,
  reviews as contract,
} from '#contracts/storefront/talk/reviews.ts'
import { refusePicture } from '#contracts/staff/pictures.ts'
import type { Database } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { askedAspects } from '#pure/formats/review-aspects.ts'
import { day_ms, vietnamDay } from '#pure/vietnam-time.ts'
import { type TalkWriter, writerOf } from '#shop/flows/content/talk/talk-writer.ts'
import type { OtpDeps } from '#shop/flows/member/account/otp-flow.ts'
import { findMember, findMemberByPhone } from '#shop/identity/member-store.ts'
import { deleteAllPictures, deletePicture } from '#shop/picture/picture-store.ts'
import {
  attachPictures,
  keepPictures,
  type PictureDeps,
  readPicture,
} from '#shop/picture/pictures.ts'
import { heldFor, heldForName } from '#shop/talk/moderation/held-text.ts'
import type { StoredReview } from '#shop/talk/review/review-rows.ts'
import { monthsUsed, summaryOf } from '#shop/talk/review/review.ts'
import {
  deleteReview,
  findReviewBySecret,
  findReviewPicture,
  findSecretOf,
  findTextsOf,
  type FoundReview,
  insertReview,
  insertReviewReport,
  insertVote,
  lockReview,
  reopenReview,
  updateReview,
} from '#shop/talk/review/review-store.ts'
import {
  findPurchase,
  findReviewedProduct,
  findReviewPage,
} from '#shop/views/talk/review-subject-store.ts'

type Deps = PictureDeps & OtpDeps & { log: Log; shop_name: string }

/** For so long the same words by the same person are a repetition. */
const repetition_ms = 90 * day_ms

/** Reviews of products: written, shown, voted for, reported, changed and erased (decision 251). */
export function reviewService(deps: Deps): Service<typeof contract> {
  const { db, now, log, pictures } = deps
  return {
    reviewList: (_caller, question) => reviewList(db, question),
    offerReview: (caller, { product_id }) => offerReview(db, caller, product_id),
    writeReview: async (caller, { product_id, stars, aspects = {}, text, ...given }) => {
      const product = await findReviewedProduct(db, product_id)
      if (product === undefined) throw contract.writeReview.refuse('product_not_found')
      const writer = await writerOf(deps, caller, given)
      if (await hasReviewed(db, product_id, writer)) {
        throw contract.writeReview.refuse('reviewed_already')
      }
      const purchase = await findPurchase(db, product_id, writer)
      const held_for = await heldOf(deps, writer, text)
      const secret = randomBytes(16).toString('hex')
      const { customer_id, name, phone } = writer
      const is_new = await insertReview(db, {
        ...{ product_id, customer_id, name, phone, secret, stars, text, held_for },
        phone_is_proven: phone !== null && phone === writer.proven_phone,
        aspects: onlyAsked(aspects, askedAspects(product.category_codes)),
        ...(purchase ?? { order_id: null, bought_on: null, bought_shop_id: null }),
        created_at: now(),
      })
      if (!is_new) throw contract.writeReview.refuse('reviewed_already')
      log.info({ product_id, stars, held_for }, 'a review was written')
      return { secret, state: held_for === null ? 'published' : 'held' }
    },
    ownReview: async (_caller, { secret }) => ownReview(db, await found(db, secret)),
    changeReview: async (_caller, { secret, stars, aspects = {}, text }) => {
      const review = await found(db, secret)
      const held_for =
        text === review.text && review.state === 'published'
          ? null
          : await heldOf(deps, { name: review.name }, text)
      const asked = (await ownReview(db, review)).asked_aspects
      const change = { stars, text, held_for, at: now(), aspects: onlyAsked(aspects, asked) }
      await updateReview(db, review.review_id, change)
      const { state } = await found(db, secret)
      return { secret, state }
    },
    eraseReview: async (_caller, { secret }) => {
      await transaction(db, async (tx) => {
        const review_id = await lockReview(tx, secret)
        if (review_id === null) return
        await deleteAllPictures(tx, { subject_kind: 'review', subject_id: review_id }, now())
        await deleteReview(tx, review_id)
      })
      return {}
    },
    addReviewPicture: async (_caller, { secret, name, image }) => {
      const { refuse } = contract.addReviewPicture
      const max = max_review_pictures
      // Asked before the slow work, and again in the transaction.
      if ((await found(db, secret)).pictures.length >= max) {
        throw refusePicture('too_many_pictures', { max })
      }
      const kept = await keepPictures(deps, [{ name, bytes: Buffer.from(image, 'base64') }], null)
      const added = await transaction(db, async (tx) => {
        const review_id = await lockReview(tx, secret)
        if (review_id === null) throw refuse('review_not_found')
        const subject = { subject_kind: 'review', subject_id: review_id } as const
        const attached = await attachPictures(tx, subject, kept, { staff_name: null, at: now() })
        const { length } = (await found(tx, secret)).pictures
        if (length > max) throw refusePicture('too_many_pictures', { max })
        await reopenReview(tx, review_id)
        return attached
      })
      return { added }
    },
    removeReviewPicture: async (_caller, { secret, picture_id }) => {
      await transaction(db, async (tx) => {
        const review_id = await lockReview(tx, secret)
        if (review_id === null) throw contract.removeReviewPicture.refuse('review_not_found')
        const subject = { subject_kind: 'review', subject_id: review_id } as const
        await deletePicture(tx, subject, picture_id, now())
      })
      return {}
    },
    reviewPicture: async (_caller, { size, ...which }) => {
      const hash = await findReviewPicture(db, which)
      const bytes = hash === null ? null : await readPicture(pictures, hash, size)
      if (hash === null || bytes === null) throw contract.reviewPicture.refuse('picture_not_found')
      return { hash, image: bytes.toString('base64') }
    },
    voteHelpful: async ({ customer_id }, { review_id }) => {
      const helpful = await insertVote(db, { review_id, customer_id, created_at: now() })
      if (helpful === null) throw contract.voteHelpful.refuse('review_not_found')
      return { helpful }
    },
    reportReview: async ({ customer_id }, { review_id, reason }) => {
      const report = { review_id, customer_id, reason, created_at: now() }
      if (!(await insertReviewReport(db, report))) {
        throw contract.reportReview.refuse('review_not_found')
      }
      return {}
    },
  }
}

async function reviewList(db: Database, question: ReviewQuestion) {
  const { page = 1, size = review_page_size } = question
  const found = await findReviewPage(db, question, { limit: size, offset: (page - 1) * size })
  const { total, reviews, category_codes, ...sums } = found
  const summary = summaryOf(sums, askedAspects(category_codes))
  return { summary, total, page, size, reviews: reviews.map(shownReview) }
}

function shownReview(row: StoredReview): Review {
  const { created_at, edited_at, bought_on, shop_name, reply, replied_at, ...review } = row
  const written = new Date(created_at)
  return {
    ...review,
    created_at: written.toISOString(),
    is_edited: edited_at !== null,
    bought:
      bought_on === null ? null : { shop_name, months: monthsUsed(bought_on, vietnamDay(written)) },
    reply:
      reply === null || replied_at === null
        ? null
        : { text: reply, replied_at: new Date(replied_at).toISOString() },
  }
}

async function offerReview(db: Database, caller: Caller, product_id: number) {
  const product = await findReviewedProduct(db, product_id)
  if (product === undefined) throw contract.offerReview.refuse('product_not_found')
  const { customer_id, kind } = caller
  const member = kind === 'member' ? await findMember(db, customer_id) : null
  const proven_phone = member?.phone ?? null
  const [purchase, own_secret] = await Promise.all([
    findPurchase(db, product_id, { customer_id, proven_phone }),
    findSecretOf(db, customer_id, product_id),
  ])
  const { category_codes, ...shown } = product
  return {
    product: shown,
    asked_aspects: askedAspects(category_codes),
    is_bought: purchase !== null,
    member_name: member?.name ?? null,
    is_member: member !== null,
    own_secret,
  }
}

async function found(db: Database, secret: string): Promise<FoundReview> {
  const review = await findReviewBySecret(db, secret)
  if (review === undefined) throw contract.ownReview.refuse('review_not_found')
  return review
}

async function ownReview(db: Database, review: FoundReview): Promise<OwnReview> {
  const { product_id, customer_id: _whose, phone: _phone, ...own } = review
  const product = await findReviewedProduct(db, product_id)
  const { category_codes = [], name = 'Sản phẩm', path = '/' } = product ?? {}
  const asked_aspects = askedAspects(category_codes)
  return { ...own, product: { product_id, name, path }, asked_aspects }
}

/** Whether a phone that is proven, or its account, has reviewed a version. */
async function hasReviewed(
  db: Database,
  product_id: number,
  { customer_id, proven_phone }: TalkWriter,
): Promise<boolean> {
  const member = proven_phone === null ? null : await findMemberByPhone(db, proven_phone)
  if (member === null || member.customer_id === customer_id) return false
  return (await findSecretOf(db, member.customer_id, product_id)) !== null
}

/** The rule that holds a text or its name back; null: none. A change of one's own text is no repetition. */
async function heldOf(
  { db, now, shop_name }: Deps,
  writer: TalkWriter | Pick<TalkWriter, 'name'>,
  text: string,
) {
  const since = new Date(now().getTime() - repetition_ms)
  const earlier = 'phone' in writer ? await findTextsOf(db, writer, since) : []
  return heldFor(text, earlier) ?? heldForName(writer.name, shop_name)
}

function onlyAsked(
  given: OwnReview['aspects'],
  asked: readonly (keyof OwnReview['aspects'])[],
): OwnReview['aspects'] {
  return Object.fromEntries(
    asked.flatMap((aspect) => (given[aspect] === undefined ? [] : [[aspect, given[aspect]]])),
  )
}
