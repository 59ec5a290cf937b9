import { z } from 'zod'
import { id, line, page, solvedCaptcha, whole } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { otp_refusals, OtpSent, send_otp_refusals } from '#contracts/storefront/otp.ts'
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

/** What is asked about: the kinds of addresses that have a page of their own. */
export const TalkSubjectKind = z.enum(['product', 'post', 'repair_service'])
export type TalkSubjectKind = z.infer<typeof TalkSubjectKind>

const subject = { subject_kind: TalkSubjectKind, subject_id: id }

const Comment = z.object({
  comment_id: z.int(),
  name: z.string(),
  /** Somebody of the shop wrote it: it has a badge. */
  is_staff: z.boolean(),
  text: z.string(),
  created_at: z.iso.datetime(),
  is_edited: z.boolean(),
})
export type Comment = z.infer<typeof Comment>

/** A question with everything under it, in the sequence in which it was written. */
const Thread = Comment.extend({
  replies: z.array(Comment),
  /** Until when the shop has promised an answer; null: it has answered. */
  due_at: z.iso.datetime().nullable(),
})
export type Thread = z.infer<typeof Thread>

export const comment_page_size = 10

const CommentList = z.object({
  total: z.int(),
  page: z.int(),
  size: z.int(),
  threads: z.array(Thread),
  /** The median of the minutes until the first answer, over 90 days and all pages; null: too few questions. */
  median_minutes: z.int().nullable(),
})
export type CommentList = z.infer<typeof CommentList>

const Subject = z.object({
  subject_kind: TalkSubjectKind,
  subject_id: z.int(),
  name: z.string(),
  path: z.string(),
})

const CommentOffer = z.object({
  subject: Subject,
  is_member: z.boolean(),
  member_name: z.string().nullable(),
  /** The question that a reply would stand under. */
  parent: Comment.nullable(),
  /** Until when the shop answers what is asked now. */
  due_at: z.iso.datetime(),
})
export type CommentOffer = z.infer<typeof CommentOffer>

export const OwnComment = z.object({
  subject: Subject,
  name: z.string(),
  text: z.string(),
  state: TalkState,
  hidden_for: TalkReason.nullable(),
  is_answered: z.boolean(),
  due_at: z.iso.datetime().nullable(),
  /** Others or the shop have written under it. */
  replies: z.array(Comment),
})
export type OwnComment = z.infer<typeof OwnComment>

const text = paragraphs(5, 'Hãy viết ít nhất 5 chữ cái.')
const comment_not_found = { status: 404, meaning: 'There is no such comment.' } as const
const subject_not_found = { status: 404, meaning: 'There is no such page.' } as const

/** Questions and comments about products, articles and repairs (decision 252). Served under /api/comment. */
export const comments = {
  commentList: operation({
    method: 'GET',
    path: '/v1/comments',
    summary: 'The published questions about a page with their answers, newest first.',
    access: 'public',
    limits: limits.read_talk,
    input: z.object({ ...subject, page: page.optional(), size: whole(1, 50).optional() }),
    output: CommentList,
  }),
  commentSubject: operation({
    method: 'GET',
    path: '/v1/comments/subject',
    summary: 'The name and the path of a page that is talked about.',
    access: 'public',
    limits: limits.read_talk,
    input: z.object(subject),
    output: Subject,
    refusals: { subject_not_found },
  }),
  offerComment: operation({
    method: 'GET',
    path: '/v1/comments/offer',
    summary: 'What a form for a question or a reply asks its caller.',
    access: 'customer',
    input: z.object({ ...subject, parent_id: id.optional() }),
    output: CommentOffer,
    refusals: { subject_not_found, comment_not_found },
  }),
  sendTalkCode: operation({
    method: 'POST',
    path: '/v1/codes',
    summary: 'Send a code to the phone of whoever writes without a page.',
    access: 'public',
    limits: limits.send_otp,
    input: z.object({ phone: line(30, 'Vui lòng nhập số điện thoại.'), ...solvedCaptcha }),
    output: OtpSent,
    refusals: send_otp_refusals,
  }),
  writeComment: operation({
    method: 'POST',
    path: '/v1/comments',
    summary:
      'Ask a question, or reply to one. It is published at once, unless a rule holds it back.',
    access: 'public',
    limits: limits.write_talk,
    input: z.object({ ...subject, parent_id: id.optional(), text, ...writer }),
    output: Written,
    refusals: { subject_not_found, comment_not_found, ...writer_refusals, ...otp_refusals },
  }),
  ownComment: operation({
    method: 'GET',
    path: '/v1/comments/own',
    summary: 'A comment, for whoever has its secret.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ secret: own_secret }),
    output: OwnComment,
    refusals: { comment_not_found },
  }),
  changeComment: operation({
    method: 'PUT',
    path: '/v1/comments/own',
    summary: 'Change a comment. What staff have hidden stays hidden.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ secret: own_secret, text }),
    output: Written,
    refusals: { comment_not_found },
  }),
  eraseComment: operation({
    method: 'DELETE',
    path: '/v1/comments/own',
    summary:
      'Erase a comment, a question with everything under it. A repeated call gets the same answer.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ secret: own_secret }),
    output: z.object({}),
  }),
  reportComment: operation({
    method: 'POST',
    path: '/v1/comments/report',
    summary: 'Report a comment to staff for a listed reason.',
    access: 'customer',
    limits: limits.vote_talk,
    input: z.object({ comment_id: id, reason: TalkReason }),
    output: z.object({}),
    refusals: { comment_not_found },
  }),
}
