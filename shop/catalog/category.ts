import type { CategoryPage, QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import { cleanRichText } from '#platform/text/rich-text.ts'
import { metaOf } from '#shop/catalog/meta.ts'
import type { CategoryTexts } from '#shop/catalog/list-page-store.ts'
import {
  categoryLink,
  childrenOf,
  hasProducts,
  pathTo,
  type Category,
  type Tree,
} from '#shop/catalog/tree.ts'

/** Returns the content of a category's page, without its list of products (contract §2, §3). */
export function categoryPage(tree: Tree, category: Category, texts: CategoryTexts): CategoryPage {
  const { category_id, name, url_path, meta_keywords: keywords } = category
  const { description, needs, faq } = texts
  return {
    category_id,
    name,
    path: `/${url_path}`,
    meta: metaOf(
      { ...category, keywords },
      { name, url_path, description, image: category.thumbnail },
    ),
    breadcrumb: pathTo(tree, category).map((category) => ({
      name: category.name,
      path: `/${category.url_path}`,
    })),
    children: childrenOf(tree, category_id)
      .filter((child) => hasProducts(tree, child))
      .map(categoryLink),
    needs,
    description: cleanRichText(description),
    faq: cleanFaq(faq),
  }
}

/** Removes everything from the answers, which are rich text, that is not on the allow-list of contract §5. */
export function cleanFaq(faq: readonly QuestionAndAnswer[]): QuestionAndAnswer[] {
  return faq.map(({ question, answer }) => ({ question, answer: cleanRichText(answer) }))
}
