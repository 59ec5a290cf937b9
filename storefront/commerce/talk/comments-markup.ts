import { createElement } from 'react'
import type { TalkSubjectKind } from '#contracts/storefront/talk/comments.ts'
import { staticMarkup } from '#storefront/commerce/talk/static-markup.ts'
import { SubjectComments } from '#storefront/commerce/talk/subject-comments.tsx'
import type { PublicContext } from '#storefront/runtime/page.ts'

const shown_threads = 4

/** The cache tag of what is said about a page. */
export function talkTag(subject_kind: TalkSubjectKind, subject_id: number): string {
  return `talk:${subject_kind}:${subject_id}`
}

/** Loads the newest questions about a page as HTML that no script touches. */
export async function commentsMarkup(
  { services }: PublicContext,
  subject: { subject_kind: TalkSubjectKind; subject_id: number },
  path: string,
): Promise<string> {
  const list = await services.comments.commentList(null, { ...subject, size: shown_threads })
  return staticMarkup(createElement(SubjectComments, { path, list }))
}
