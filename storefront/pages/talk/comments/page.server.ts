import { z } from 'zod'
import { page as pageNumber } from '#contracts/fields.ts'
import { type CommentList, TalkSubjectKind } from '#contracts/storefront/talk/comments.ts'
import { Refusal } from '#pure/contract.ts'
import { commentsUrl } from '#storefront/addresses/talk-links.ts'
import { talkTag } from '#storefront/commerce/talk/load-comments.ts'
import { moved, notFound, publicPage } from '#storefront/runtime/page.ts'
import { breadcrumbList, graph } from '#storefront/seo/structured-data/graph.ts'

export interface CommentsData {
  subject_kind: TalkSubjectKind
  subject_id: number
  name: string
  path: string
  list: CommentList
}

const Query = z.object({ page: pageNumber.optional() })

/** /hoi-dap/{page}: all published questions about a product, an article or a repair. */
export const page = publicPage<CommentsData>({
  loader: async ({ services, params, url }) => {
    try {
      const found = await services.catalog.resolve(null, { path: params['*'] ?? '' })
      if (found.moved_to !== null) return moved(commentsUrl(found.moved_to) + url.search, 301)
      const kind = TalkSubjectKind.safeParse(found.kind)
      const query = Query.safeParse(Object.fromEntries(url.searchParams))
      if (!kind.success || !query.success) return notFound
      const subject = { subject_kind: kind.data, subject_id: found.id }
      const [{ name, path }, list] = await Promise.all([
        services.comments.commentSubject(null, subject),
        services.comments.commentList(null, { ...subject, ...query.data }),
      ])
      if (list.page > 1 && list.threads.length === 0) return notFound
      return { ...subject, name, path, list }
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return notFound
      throw error
    }
  },
  tags: ({ subject_kind, subject_id }) => [
    talkTag(subject_kind, subject_id),
    ...(subject_kind === 'product' ? [`product:${subject_id}`] : ['content', 'repair']),
  ],
  structured: ({ name, path, list }, shop) =>
    graph([
      breadcrumbList(
        [
          { name, path },
          { name: 'Hỏi và đáp', path: commentsUrl(path, list.page) },
        ],
        shop,
      ),
    ]),
})
