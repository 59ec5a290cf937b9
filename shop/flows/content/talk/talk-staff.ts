import { randomBytes } from 'node:crypto'
import { talk as contract } from '#contracts/staff/members/talk.ts'
import type { TalkReason } from '#contracts/storefront/talk/talk-fields.ts'
import type { Tx } from '#db/schema.ts'
import { mayCall } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { answerThread, findAnswerTime } from '#shop/talk/comment/comment-store.ts'
import {
  deleteAnswer,
  findSavedAnswers,
  judge,
  type Judged,
  lockRead,
  saveAnswer,
} from '#shop/talk/moderation/moderate-store.ts'
import { replyToReview } from '#shop/talk/review/review-store.ts'
import {
  countCommentQueues,
  findCommentList,
  findStaffComment,
  type ListedComment,
} from '#shop/views/talk/comment-list-store.ts'
import {
  countReviewQueues,
  findReviewList,
  findStaffReview,
} from '#shop/views/talk/review-list-store.ts'

const page_size = 50
const counted_ms = 90 * day_ms

type Move = { move: 'pass' | 'show' } | { move: 'hide'; reason: TalkReason }

/** What shoppers write, for staff (decision 252). */
export function talkStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    ...reviewReads(deps),
    ...commentReads(deps),
    replyToReview: async (actor, { review_id, text, version }) => {
      const reply = { text, staff_name: actor.name, at: now() }
      await write({ actor, operation: 'talk.replyToReview' }, async (tx) => {
        await checkRead(tx, { kind: 'review', id: review_id, version })
        if (await replyToReview(tx, review_id, reply)) return
        throw contract.replyToReview.refuse('review_not_found')
      })
      log.info({ staff: actor.name, review_id }, 'staff replied to a review')
      return {}
    },
    passReview: (actor, one) =>
      judged(deps, actor, 'talk.passReview', reviewOf(one), { move: 'pass' }),
    showReview: (actor, one) =>
      judged(deps, actor, 'talk.showReview', reviewOf(one), { move: 'show' }),
    hideReview: (actor, { reason, ...one }) =>
      judged(deps, actor, 'talk.hideReview', reviewOf(one), { move: 'hide', reason }),
    passComment: (actor, one) =>
      judged(deps, actor, 'talk.passComment', commentOf(one), { move: 'pass' }),
    showComment: (actor, one) =>
      judged(deps, actor, 'talk.showComment', commentOf(one), { move: 'show' }),
    hideComment: (actor, { reason, ...one }) =>
      judged(deps, actor, 'talk.hideComment', commentOf(one), { move: 'hide', reason }),
    answerComment: async (actor, { comment_id, text, version }) => {
      const answer = { text, staff_name: actor.name, secret: randomBytes(16).toString('hex') }
      await write({ actor, operation: 'talk.answerComment' }, async (tx) => {
        await checkRead(tx, { kind: 'comment', id: comment_id, version })
        if (await answerThread(tx, comment_id, { ...answer, at: now() })) return
        throw contract.answerComment.refuse('comment_not_found')
      })
      log.info({ staff: actor.name, comment_id }, 'staff answered a comment')
      return {}
    },
    savedAnswers: () => findSavedAnswers(db),
    saveAnswer: async (actor, { saved_answer_id = null, ...answer }) => {
      await write({ actor, operation: 'talk.saveAnswer' }, async (tx) => {
        if (await saveAnswer(tx, saved_answer_id, answer)) return
        throw contract.saveAnswer.refuse('answer_not_found')
      })
      return {}
    },
    removeAnswer: async (actor, { saved_answer_id }) => {
      const act = { actor, operation: 'talk.removeAnswer' } as const
      await write(act, (tx) => deleteAnswer(tx, saved_answer_id))
      return {}
    },
  }
}

type Read = Judged & { version: string }

function reviewOf({ review_id, version }: { review_id: number; version: string }): Read {
  return { kind: 'review', id: review_id, version }
}

function commentOf({ comment_id, version }: { comment_id: number; version: string }): Read {
  return { kind: 'comment', id: comment_id, version }
}

/** Locks a text. Refuses if it is not the one that staff have read. */
async function checkRead(tx: Tx, read: Read): Promise<void> {
  const found = await lockRead(tx, read)
  if (found === 'same') return
  throw found === 'changed' ? contract.passReview.refuse('text_changed') : notFound(read)
}

function notFound({ kind }: Judged): Error {
  return kind === 'review'
    ? contract.passReview.refuse('review_not_found')
    : contract.passComment.refuse('comment_not_found')
}

/** Writes a judgement with its entry of the ledger, whose reason is the listed one. */
async function judged(
  { now, log, write }: StaffFlowDeps,
  actor: StaffActor,
  operation: `talk.${'pass' | 'show' | 'hide'}${'Review' | 'Comment'}`,
  { version, ...subject }: Read,
  move: Move,
): Promise<Record<never, never>> {
  const reason = move.move === 'hide' ? move.reason : null
  await write({ actor, operation, reason }, async (tx) => {
    await checkRead(tx, { ...subject, version })
    if (!(await judge(tx, subject, { ...move, at: now() }))) throw notFound(subject)
  })
  log.info({ staff: actor.name, ...subject, ...move }, 'staff judged a text')
  return {}
}

function reviewReads({ db }: StaffFlowDeps): Pick<Service<typeof contract>, 'reviews' | 'review'> {
  return {
    reviews: async (_actor, { state = null, q, stars, page = 1 }) => {
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const filter = { queue: state, q: q || null, is_low: stars === 'low' }
      const [rows, counts] = await Promise.all([
        findReviewList(db, filter, part),
        countReviewQueues(db),
      ])
      return {
        rows: rows.slice(0, page_size).map(({ created_at, ...row }) => ({
          ...row,
          created_at: created_at.toISOString(),
        })),
        has_next: rows.length > page_size,
        counts,
      }
    },
    review: async (actor, { review_id }) => {
      const found = await findStaffReview(db, review_id)
      if (found === undefined) throw contract.review.refuse('review_not_found')
      const { created_at, phone, reply, replied_by, replied_at, ...review } = found
      return {
        ...review,
        may_hide: mayCall(contract.hideReview, actor),
        created_at: created_at.toISOString(),
        phone: phone === null ? null : maskedPhone(phone),
        reply:
          reply === null || replied_at === null
            ? null
            : { text: reply, staff_name: replied_by ?? '', at: replied_at.toISOString() },
      }
    },
  }
}

function commentReads({
  db,
  now,
}: StaffFlowDeps): Pick<Service<typeof contract>, 'comments' | 'comment'> {
  return {
    comments: async (_actor, { state = null, q, page = 1 }) => {
      const part = { limit: page_size + 1, offset: (page - 1) * page_size }
      const since = new Date(now().getTime() - counted_ms)
      const [rows, counts, { median_minutes }] = await Promise.all([
        findCommentList(db, { queue: state, q: q || null }, part),
        countCommentQueues(db),
        findAnswerTime(db, since),
      ])
      return {
        rows: rows.slice(0, page_size).map(inText),
        has_next: rows.length > page_size,
        counts,
        median_minutes: median_minutes === null ? null : Math.round(median_minutes),
      }
    },
    comment: async (actor, { comment_id }) => {
      const found = await findStaffComment(db, comment_id)
      if (found === undefined) throw contract.comment.refuse('comment_not_found')
      const { thread, phone, ...comment } = found
      return {
        ...comment,
        ...inText(comment),
        may_hide: mayCall(contract.hideComment, actor),
        phone: phone === null ? null : maskedPhone(phone),
        thread: thread.map(({ created_at, ...said }) => ({
          ...said,
          created_at: new Date(created_at).toISOString(),
        })),
      }
    },
  }
}

function inText<Row extends Pick<ListedComment, 'created_at' | 'due_at' | 'answered_at'>>({
  created_at,
  due_at,
  answered_at,
  ...row
}: Row) {
  return {
    ...row,
    created_at: created_at.toISOString(),
    due_at: due_at?.toISOString() ?? null,
    answered_at: answered_at?.toISOString() ?? null,
  }
}
