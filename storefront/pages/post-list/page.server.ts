import type { PostList } from '#contracts/storefront/content.ts'
import { notFound, publicPage } from '#storefront/runtime/page.ts'

/** Categories and tags of articles live at root slugs: this page is only ever shown by `slug`. */
export const page = publicPage<PostList>({
  loader: () => Promise.resolve(notFound),
  tags: () => ['content'],
})
