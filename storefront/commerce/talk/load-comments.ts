import type { CommentList, TalkSubjectKind } from '#contracts/storefront/talk/comments.ts'
import type { PublicContext } from '#storefront/runtime/page.ts'

const shown_threads = 4

/** The cache tag of what is said about a page. */
export function talkTag(subject_kind: TalkSubjectKind, subject_id: number): string {
  return `talk:${subject_kind}:${subject_id}`
}

/** Loads the newest questions about a page. */
export function loadComments(
  { services }: PublicContext,
  subject: { subject_kind: TalkSubjectKind; subject_id: number },
): Promise<CommentList> {
  return services.comments.commentList(null, { ...subject, size: shown_threads })
}
