import { randomBytes } from 'node:crypto'
import {
  type Comment,
  comment_page_size,
  comments as contract,
  type OwnComment,
} from '#contracts/storefront/talk/comments.ts'
import type { Database } from '#db/schema.ts'
import { cachedValue } from '#platform/cache/cached-value.ts'
import { transaction } from '#platform/database/postgres.ts'
import { doublePressSince } from '#platform/limits/double-press.ts'
import type { Log } from '#platform/observe/log.ts'
import type { Service } from '#pure/contract.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { type OtpDeps, sendOtp } from '#shop/flows/member/account/otp-flow.ts'
import { writerOf } from '#shop/flows/content/talk/talk-writer.ts'
import { findMember } from '#shop/identity/member-store.ts'
import { answerDue } from '#shop/talk/comment/answer-time.ts'
import {
  countThreads,
  deleteComment,
  findAnswerTime,
  findCommentBySecret,
  findCommentsOf,
  findQuestion,
  type FoundComment,
  insertComment,
  insertCommentReport,
  lockTwin,
  listThreads,
  type StoredComment,
  type TalkSubject,
  updateComment,
} from '#shop/talk/comment/comment-store.ts'
import { heldFor, heldForName } from '#shop/talk/moderation/held-text.ts'
import { findCommentSubject } from '#shop/views/talk/comment-subject-store.ts'

type Deps = OtpDeps & { log: Log; shop_name: string }

/** For so long the same words by the same person are a repetition. */
const repetition_ms = 90 * day_ms
const counted_ms = 90 * day_ms
/** The median of fewer answers says nothing. */
const fewest_answers = 5
const median_lasts_ms = 10 * 60_000

/** Questions and comments: asked, answered, reported, changed and erased (decision 252). */
export function commentService(deps: Deps): Service<typeof contract> {
  const { db, now, log, shop_name } = deps
  const answer_time = cachedValue(
    () => findAnswerTime(db, new Date(now().getTime() - counted_ms)),
    now,
    median_lasts_ms,
  )
  return {
    commentList: async (_caller, { page = 1, size = comment_page_size, ...subject }) => {
      const part = { limit: size, offset: (page - 1) * size }
      const [rows, { answered, median_minutes }] = await Promise.all([
        listThreads(db, subject, part),
        answer_time(),
      ])
      const total = rows[0]?.total ?? (page === 1 ? 0 : await countThreads(db, subject))
      const threads = rows.map(({ replies, due_at, total: _total, ...question }) => ({
        ...shown(question),
        replies: replies.map(shown),
        due_at: due_at === null ? null : new Date(due_at).toISOString(),
      }))
      const is_known = answered >= fewest_answers && median_minutes !== null
      const median = is_known ? Math.max(1, Math.round(median_minutes)) : null
      return { total, page, size, threads, median_minutes: median }
    },
    commentSubject: async (_caller, subject) => ({
      ...subject,
      ...(await subjectOf(db, subject)),
    }),
    offerComment: async (caller, { parent_id, ...subject }) => {
      const page = await subjectOf(db, subject)
      const parent = parent_id === undefined ? null : await findQuestion(db, subject, parent_id)
      if (parent_id !== undefined && parent === null) {
        throw contract.offerComment.refuse('comment_not_found')
      }
      const member = caller.kind === 'member' ? await findMember(db, caller.customer_id) : null
      return {
        subject: { ...subject, ...page },
        is_member: member !== null,
        member_name: member?.name ?? null,
        parent: parent === null ? null : shown(parent),
        due_at: answerDue(now()).toISOString(),
      }
    },
    sendTalkCode: (caller, { phone }) =>
      sendOtp(deps, { phone, purpose: 'talk', ip: caller?.ip ?? '' }),
    writeComment: async (
      caller,
      { parent_id = null, text, subject_kind, subject_id, ...given },
    ) => {
      const subject = { subject_kind, subject_id }
      await subjectOf(db, subject)
      if (parent_id !== null && (await findQuestion(db, subject, parent_id)) === null) {
        throw contract.writeComment.refuse('comment_not_found')
      }
      const { proven_phone: _proven, ...writer } = await writerOf(deps, caller, given)
      const at = now()
      const since = new Date(at.getTime() - repetition_ms)
      const earlier = await findCommentsOf(db, writer, since)
      const held_for = heldFor(text, earlier) ?? heldForName(writer.name, shop_name)
      const comment = { ...subject, ...writer, parent_id, text, held_for }
      const times = { due_at: answerDue(at), created_at: at }
      const written = await transaction(db, async (tx) => {
        const pressed = { ...comment, since: doublePressSince(at) }
        const twin = await lockTwin(tx, pressed)
        if (twin !== null) return twin
        const secret = randomBytes(16).toString('hex')
        await insertComment(tx, { ...comment, ...times, secret })
        log.info({ ...subject, held_for }, 'a comment was written')
        return { secret, state: held_for === null ? ('published' as const) : ('held' as const) }
      })
      return written
    },
    ownComment: async (_caller, { secret }) => ownComment(db, await found(db, secret)),
    changeComment: async (_caller, { secret, text }) => {
      const comment = await found(db, secret)
      const is_same = text === comment.text && comment.state === 'published'
      const held_for = is_same ? null : (heldFor(text, []) ?? heldForName(comment.name, shop_name))
      await updateComment(db, comment.comment_id, { text, held_for, at: now() })
      return { secret, state: (await found(db, secret)).state }
    },
    eraseComment: async (_caller, { secret }) => {
      await transaction(db, (tx) => deleteComment(tx, secret))
      return {}
    },
    reportComment: async ({ customer_id }, { comment_id, reason }) => {
      const report = { comment_id, customer_id, reason, created_at: now() }
      if (!(await insertCommentReport(db, report))) {
        throw contract.reportComment.refuse('comment_not_found')
      }
      return {}
    },
  }
}

async function subjectOf(db: Database, subject: TalkSubject) {
  const page = await findCommentSubject(db, subject)
  if (page === undefined) throw contract.writeComment.refuse('subject_not_found')
  return page
}

async function found(db: Database, secret: string): Promise<FoundComment> {
  const comment = await findCommentBySecret(db, secret)
  if (comment === undefined) throw contract.ownComment.refuse('comment_not_found')
  return comment
}

async function ownComment(db: Database, comment: FoundComment): Promise<OwnComment> {
  const { comment_id: _id, subject_kind, subject_id, due_at, replies, ...own } = comment
  const subject = { subject_kind, subject_id }
  const { name, path } = (await findCommentSubject(db, subject)) ?? { name: 'Trang cũ', path: '/' }
  return {
    ...own,
    subject: { ...subject, name, path },
    due_at: due_at === null ? null : due_at.toISOString(),
    replies: replies.map(shown),
  }
}

function shown({ created_at, ...comment }: StoredComment): Comment {
  return { ...comment, created_at: new Date(created_at).toISOString() }
}
