import { Refusal } from '#pure/contract.ts'
import { moved, notFound, publicPage, showPage } from '#storefront/page.ts'
import { loadCategory } from '#storefront/routes/category.server.ts'
import { loadProduct } from '#storefront/routes/product.server.ts'

/** Every root address that is no page of its own: a product, a category, an old address, or nothing. */
export const page = publicPage<never>({
  loader: async (context) => {
    const path = context.params['*'] ?? ''
    try {
      const { kind, id, moved_to } = await context.services.catalog.resolve(null, { path })
      if (kind === 'moved') return moved_to === null ? notFound : moved(moved_to, 301)
      return kind === 'product'
        ? showPage('product', await loadProduct(id, context))
        : showPage('category', await loadCategory(id, context))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not_found') return notFound
      throw error
    }
  },
})
