import type { PostList } from '#contracts/storefront/content.ts'
import { Refusal } from '#pure/contract.ts'
import { type Detour, notFound, type PublicContext } from '#storefront/runtime/page.ts'

/** One large article and two rows of four. */
const size = 9

/** Loads one page of a list of articles. A page after the last one gives "not found". */
export async function loadPosts(
  { url }: PublicContext,
  ask: (pages: { page: number; size: number }) => Promise<PostList>,
): Promise<PostList | Detour> {
  const page = readPage(url.searchParams.get('page'))
  try {
    const list = await ask({ page, size })
    return page > 1 && list.posts.length === 0 ? notFound : list
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return notFound
    throw error
  }
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1
}
