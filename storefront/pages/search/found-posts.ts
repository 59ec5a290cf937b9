import type { PostList } from '#contracts/storefront/content.ts'
import { withoutLinks } from '#pure/without-links.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { loadPosts } from '#storefront/commerce/posts/post-list-load.ts'
import { newsSearchPath } from '#storefront/commerce/posts/news-search-path.ts'
import type { Detour, PublicContext } from '#storefront/runtime/page.ts'

const latest_size = 4
const shown_size = 3
const longest_in_title = 60

/** Loads the articles that have the words; if there are none, the newest ones besides. */
export async function loadFoundPosts(
  q: string,
  context: PublicContext,
): Promise<PostList | Detour> {
  const { search, content } = context.services
  return loadPosts(context, async (pages) => {
    const { total, posts } = await search.posts(null, { q, ...pages })
    const latest = total > 0 ? [] : await content.latestPosts(null, { size: latest_size })
    const front = latest[0]?.category
    return {
      kind: 'search',
      name: q,
      path: newsSearchPath(q),
      meta: headOf(q, total),
      breadcrumb: [
        { name: 'Tìm kiếm', path: frame_paths.search },
        { name: 'Tin tức', path: newsSearchPath(q) },
      ],
      author: null,
      categories: [],
      ...{ total, ...pages, posts },
      others:
        front === undefined ? [] : [{ name: 'Bài viết mới', path: front.path, posts: latest }],
    }
  })
}

/** There is no end of possible searches: none is indexed. Whoever shares one writes its title, so it has no links. */
function headOf(q: string, total: number): PostList['meta'] {
  const words = withoutLinks(q).slice(0, longest_in_title).toWellFormed()
  return {
    title: `Tin tức về “${words}”`,
    description: `${total} bài viết cho từ khóa “${words}”.`,
    keywords: '',
    canonical_path: frame_paths.search,
    image: null,
    is_indexed: false,
    is_followed: true,
  }
}

/**
 * Links to the best articles for a search for goods, and to all of them. Those with only some of the words are no
 * answer.
 */
export async function foundPostLinks(
  q: string,
  { services }: PublicContext,
): Promise<{ title: string; path: string }[]> {
  const { total, is_loosened, posts } = await services.search.posts(null, {
    q,
    page: 1,
    size: shown_size,
  })
  if (is_loosened || total === 0) return []
  const links = posts.map(({ title, path }) => ({ title, path }))
  const more = { title: `Xem tất cả ${total} bài viết`, path: newsSearchPath(q) }
  return total > shown_size ? [...links, more] : links
}
