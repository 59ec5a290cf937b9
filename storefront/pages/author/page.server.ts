import type { PostList } from '#contracts/storefront/content.ts'
import { postListGraph } from '#storefront/seo/structured-data/post-graph.ts'
import { loadPosts } from '#storefront/commerce/posts/post-list-load.ts'
import { notFound, publicPage } from '#storefront/runtime/page.ts'

const uuid_pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** /author/{uuid}: the articles of an author (contract §2). */
export const page = publicPage<PostList>({
  loader: async (context) => {
    const uuid = context.params['uuid'] ?? ''
    if (!uuid_pattern.test(uuid)) return notFound
    return loadPosts(context, (pages) =>
      context.services.content.authorPosts(null, { uuid: uuid.toLowerCase(), ...pages }),
    )
  },
  structured: postListGraph,
  tags: () => ['content'],
})
