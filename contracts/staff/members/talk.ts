import { z } from 'zod'
import { id, line, page, requiredLine, stateCounts } from '#contracts/fields.ts'
import { TalkSubjectKind } from '#contracts/storefront/talk/comments.ts'
import { ReviewAspect } from '#contracts/storefront/talk/reviews.ts'
import {
  paragraphs,
  TalkReason,
  TalkRule,
  TalkState,
} from '#contracts/storefront/talk/talk-fields.ts'
import { operation } from '#pure/contract.ts'

/**
 * What staff look at: new or changed texts first, then those held by a rule, those that were reported, and the rest.
 */
export const TalkQueue = z.enum(['new', 'held', 'reported', 'published', 'hidden'])
export type TalkQueue = z.infer<typeof TalkQueue>

const Said = z.object({
  name: z.string(),
  text: z.string(),
  state: TalkState,
  held_for: TalkRule.nullable(),
  hidden_for: TalkReason.nullable(),
  reports: z.int(),
  created_at: z.iso.datetime(),
  is_handled: z.boolean(),
})

const ReviewRow = Said.extend({
  review_id: z.int(),
  product_name: z.string(),
  stars: z.int(),
  is_bought: z.boolean(),
  picture_count: z.int(),
  is_replied: z.boolean(),
})
export type ReviewRow = z.infer<typeof ReviewRow>

const Report = z.object({ reason: TalkReason, count: z.int() })

export const StaffReview = ReviewRow.extend({
  product_path: z.string(),
  aspects: z.partialRecord(ReviewAspect, z.int()),
  /** The middle digits are hidden; null: a member, or erased. */
  phone: z.string().nullable(),
  /** The order that proves the purchase. */
  order_code: z.string().nullable(),
  pictures: z.array(z.object({ src: z.string(), width: z.int(), height: z.int() })),
  reply: z.object({ text: z.string(), staff_name: z.string(), at: z.iso.datetime() }).nullable(),
  reported_for: z.array(Report),
  /** Whoever asks may hide it and show it again. */
  may_hide: z.boolean(),
  version: z.string(),
})
export type StaffReview = z.infer<typeof StaffReview>

const CommentRow = Said.extend({
  comment_id: z.int(),
  subject_kind: TalkSubjectKind,
  subject_name: z.string(),
  is_reply: z.boolean(),
  /** Until when an answer was promised. */
  due_at: z.iso.datetime().nullable(),
  answered_at: z.iso.datetime().nullable(),
})
export type CommentRow = z.infer<typeof CommentRow>

export const StaffComment = CommentRow.extend({
  subject_path: z.string(),
  phone: z.string().nullable(),
  reported_for: z.array(Report),
  may_hide: z.boolean(),
  /** Of all texts of the thread together. */
  version: z.string(),
  /** The whole thread, hidden and held texts too. */
  thread: z.array(
    z.object({
      comment_id: z.int(),
      name: z.string(),
      is_staff: z.boolean(),
      text: z.string(),
      state: TalkState,
      created_at: z.iso.datetime(),
    }),
  ),
})
export type StaffComment = z.infer<typeof StaffComment>

const SavedAnswer = z.object({ saved_answer_id: z.int(), title: z.string(), text: z.string() })
export type SavedAnswer = z.infer<typeof SavedAnswer>

const text_changed = {
  status: 409,
  meaning: 'Its writer has changed it, or added to its thread, since staff read it.',
} as const
const review_not_found = { status: 404, meaning: 'There is no such review.' } as const
const comment_not_found = { status: 404, meaning: 'There is no such comment.' } as const
const answer_not_found = { status: 404, meaning: 'There is no such saved answer.' } as const
const see = { access: 'staff', permission: 'talk.see', method: 'GET' } as const
const answer = { access: 'staff', permission: 'talk.answer', method: 'POST' } as const
const hide = { access: 'staff', permission: 'talk.hide', method: 'POST' } as const

const list = { state: TalkQueue.optional(), q: line(60).optional(), page: page.optional() }
const text = paragraphs(2, 'Hãy viết câu trả lời.')
const one_review = { review_id: id }
const one_comment = { comment_id: id }
/** What staff have read: a text that was changed meanwhile is neither passed nor answered. */
const read = { version: z.string().max(40) }
const read_review = { ...one_review, ...read }
const read_comment = { ...one_comment, ...read }

/** What shoppers write, for staff: read, answered, and hidden for a listed reason alone (decision 252). */
export const talk = {
  reviews: operation({
    ...see,
    path: '/talk/reviews',
    summary: 'Reviews of a queue; new ones come first written, the others newest first.',
    input: z.object({ ...list, stars: z.enum(['low']).optional() }),
    output: z.object({
      rows: z.array(ReviewRow),
      has_next: z.boolean(),
      counts: stateCounts(TalkQueue),
    }),
  }),
  review: operation({
    ...see,
    path: '/talk/review',
    summary: 'A review with its reports and the order that proves it.',
    input: z.object(one_review),
    output: StaffReview,
    refusals: { review_not_found },
  }),
  replyToReview: operation({
    ...answer,
    path: '/talk/review/reply',
    summary:
      'Reply to a review in the name of the shop. A second reply takes the place of the first.',
    input: z.object({ ...read_review, text }),
    output: z.object({}),
    refusals: { review_not_found, text_changed },
  }),
  passReview: operation({
    ...answer,
    path: '/talk/review/pass',
    summary:
      'Nothing is wrong with a review: it is published, seen, and its reports are settled. One that is hidden needs the permission to hide.',
    input: z.object(read_review),
    output: z.object({}),
    refusals: { review_not_found, text_changed },
  }),
  hideReview: operation({
    ...hide,
    path: '/talk/review/hide',
    summary: 'Hide a review for a listed reason. It counts no longer.',
    input: z.object({ ...read_review, reason: TalkReason }),
    output: z.object({}),
    refusals: { review_not_found, text_changed },
  }),
  showReview: operation({
    ...hide,
    path: '/talk/review/show',
    summary: 'Publish a hidden review again.',
    input: z.object(read_review),
    output: z.object({}),
    refusals: { review_not_found, text_changed },
  }),
  comments: operation({
    ...see,
    path: '/talk/comments',
    summary: 'Questions and replies of shoppers; those that wait come first due.',
    input: z.object(list),
    output: z.object({
      rows: z.array(CommentRow),
      has_next: z.boolean(),
      counts: stateCounts(TalkQueue),
      median_minutes: z.int().nullable(),
    }),
  }),
  comment: operation({
    ...see,
    path: '/talk/comment',
    summary: 'A question or a reply with its whole thread.',
    input: z.object(one_comment),
    output: StaffComment,
    refusals: { comment_not_found },
  }),
  answerComment: operation({
    ...answer,
    path: '/talk/comment/answer',
    summary: 'Answer in the name of the shop, under the question of the thread. The clock stops.',
    input: z.object({ ...read_comment, text }),
    output: z.object({}),
    refusals: { comment_not_found, text_changed },
  }),
  passComment: operation({
    ...answer,
    path: '/talk/comment/pass',
    summary: 'A comment needs no answer: it is published, seen, and its reports are settled.',
    input: z.object(read_comment),
    output: z.object({}),
    refusals: { comment_not_found, text_changed },
  }),
  hideComment: operation({
    ...hide,
    path: '/talk/comment/hide',
    summary: 'Hide a comment for a listed reason.',
    input: z.object({ ...read_comment, reason: TalkReason }),
    output: z.object({}),
    refusals: { comment_not_found, text_changed },
  }),
  showComment: operation({
    ...hide,
    path: '/talk/comment/show',
    summary: 'Publish a hidden comment again.',
    input: z.object(read_comment),
    output: z.object({}),
    refusals: { comment_not_found, text_changed },
  }),
  savedAnswers: operation({
    ...see,
    path: '/talk/answers',
    summary: 'What staff answer often.',
    input: z.object({}),
    output: z.array(SavedAnswer),
  }),
  saveAnswer: operation({
    ...answer,
    path: '/talk/answers/save',
    summary: 'Add a saved answer, or change one.',
    input: z.object({
      saved_answer_id: id.optional(),
      title: requiredLine(80, 'Hãy đặt tên cho mẫu câu.'),
      text,
    }),
    output: z.object({}),
    refusals: { answer_not_found },
  }),
  removeAnswer: operation({
    ...answer,
    path: '/talk/answers/remove',
    summary: 'Remove a saved answer. A repeated call gets the same answer.',
    input: z.object({ saved_answer_id: id }),
    output: z.object({}),
  }),
}
