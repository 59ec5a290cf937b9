import { z } from 'zod'
import { PreviewNote } from '#contracts/storefront/articles/preview-note.ts'
import { PostPage } from '#contracts/storefront/content.ts'
import { operation } from '#pure/contract.ts'

const not_found = {
  not_found: { status: 404, meaning: 'There is nothing to show, or no longer.' },
} as const

/** Drafts of articles by their secret link, and pictures of articles (decision 261). Served under /api/articles. */
export const articlePreview = {
  preview: operation({
    method: 'GET',
    path: '/v1/preview',
    summary: 'An article as it is being prepared, for whoever has its secret link.',
    access: 'public',
    input: z.object({ preview_key: z.string().regex(/^[0-9a-f]{64}$/) }),
    output: z.object({ post: PostPage, note: PreviewNote }),
    refusals: not_found,
  }),
  picture: operation({
    method: 'GET',
    path: '/v1/picture',
    summary: 'An uploaded picture of an article, as WebP in base64.',
    access: 'public',
    input: z.object({
      hash: z.string().regex(/^[0-9a-f]{64}$/),
      size: z.enum(['large', 'small']),
    }),
    output: z.object({ image: z.string() }),
    refusals: not_found,
  }),
}
