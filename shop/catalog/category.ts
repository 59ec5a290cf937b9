import type { CategoryPage, QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import { cleanRichText } from '#platform/text/rich-text.ts'
import { metaOf } from '#shop/catalog/meta.ts'
import type { CategoryWords } from '#shop/catalog/list-page-store.ts'
import {
  categoryLink,
  childrenOf,
  hasGoods,
  pathTo,
  type Category,
  type Tree,
} from '#shop/catalog/tree.ts'

/** What a category's page says beside its list (contract §2, §3). */
export function categoryPage(tree: Tree, category: Category, words: CategoryWords): CategoryPage {
  const { category_id, name, url_path, meta_keywords: keywords } = category
  const { description, needs, faq } = words
  return {
    category_id,
    name,
    path: `/${url_path}`,
    meta: metaOf(
      { ...category, keywords },
      { name, url_path, description, image: category.thumbnail },
    ),
    breadcrumb: pathTo(tree, category).map((shelf) => ({
      name: shelf.name,
      path: `/${shelf.url_path}`,
    })),
    children: childrenOf(tree, category_id)
      .filter((child) => hasGoods(tree, child))
      .map(categoryLink),
    needs,
    description: cleanRichText(description),
    faq: cleanFaq(faq),
  }
}

/** Answers are rich text: brought down to the allow-list of contract §5. */
export function cleanFaq(faq: readonly QuestionAndAnswer[]): QuestionAndAnswer[] {
  return faq.map(({ question, answer }) => ({ question, answer: cleanRichText(answer) }))
}
