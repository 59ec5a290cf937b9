import type { Resolved } from '#contracts/storefront/catalog.ts'
import { Refusal } from '#pure/contract.ts'
import {
  type Detour,
  moved,
  notFound,
  type PublicContext,
  publicPage,
  showPage,
} from '#storefront/runtime/page.ts'
import { loadPosts } from '#storefront/commerce/posts/post-list-load.ts'
import { loadCategory } from '#storefront/pages/category/page.server.ts'
import { loadLanding, loadPreview, preview_prefix } from '#storefront/pages/landing/page.server.ts'
import { loadPost, loadPostPreview } from '#storefront/pages/post/page.server.ts'
import { loadRepair } from '#storefront/pages/repair-service/page.server.ts'
import {
  loadStaticPage,
  loadStaticPreview,
} from '#storefront/pages/slug/static-page/page.server.ts'
import { loadUsedProduct } from '#storefront/pages/used-product/page.server.ts'
import { loadProduct } from '#storefront/pages/product/page.server.ts'

/** Every other root address: a product, an article or static page, a list, an old address, or 404. */
export const page = publicPage<never>({
  loader: async (context) => {
    const path = context.params['*'] ?? ''
    try {
      if (path.startsWith(preview_prefix)) {
        return await previewOf(path.slice(preview_prefix.length), context)
      }
      const { kind, id, moved_to } = await context.services.catalog.resolve(null, { path })
      if (kind === 'moved') {
        return moved_to === null ? notFound : moved(moved_to + context.url.search, 301)
      }
      return await pageOf(kind, id, context)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not_found') return notFound
      throw error
    }
  },
})

/** A landing page, an article or a static page by its secret link. */
async function previewOf(preview_key: string, context: PublicContext): Promise<Detour> {
  return (
    (await found(loadPreview(preview_key, context))) ??
    (await found(postPreview(preview_key, context))) ??
    showPage('slug/static-page', await loadStaticPreview(preview_key, context))
  )
}

async function postPreview(preview_key: string, context: PublicContext): Promise<Detour> {
  return showPage('post', await loadPostPreview(preview_key, context))
}

/** What a call finds; null: nothing has this key. */
async function found(call: Promise<Detour>): Promise<Detour | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}

async function pageOf(
  kind: Exclude<Resolved['kind'], 'moved'>,
  id: number,
  context: PublicContext,
): Promise<Detour> {
  const { content } = context.services
  switch (kind) {
    case 'product':
      return showPage('product', await loadProduct(id, context))
    case 'used_product':
      return showPage('used-product', await loadUsedProduct(id, context))
    case 'category':
      return showOrDetour('category', await loadCategory(id, context))
    case 'post':
      return showPage('post', await loadPost(id, context))
    case 'post_category':
      return showOrDetour(
        'post-list',
        await loadPosts(context, (pages) =>
          content.categoryPosts(null, { post_category_id: id, ...pages }),
        ),
      )
    case 'repair_service':
      return showPage('repair-service', await loadRepair(id, context))
    case 'static_page':
      return showPage('slug/static-page', await loadStaticPage(id, context))
    case 'landing_page':
      return loadLanding(id, 'main', context)
    case 'landing_teasing':
      return loadLanding(id, 'teasing', context)
    case 'landing_dday':
      return loadLanding(id, 'd-day', context)
    case 'post_tag':
      return showOrDetour(
        'post-list',
        await loadPosts(context, (pages) => content.tagPosts(null, { post_tag_id: id, ...pages })),
      )
  }
}

function showOrDetour(page: string, result: object): Detour {
  return 'detour' in result ? (result as Detour) : showPage(page, result)
}
