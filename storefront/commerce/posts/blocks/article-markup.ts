import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { articleParts } from '#pure/formats/article-parts.ts'
import { ArticleBody } from '#storefront/commerce/posts/blocks/article-body.tsx'

/**
 * Returns the text of an article as HTML that no script touches: its paragraphs, and its blocks with the given products
 * (decision 260).
 */
export function articleMarkup(rich_text: string, products: readonly ProductCard[]): string {
  const cards = new Map(products.map((card) => [`/${card.url_path}`, card]))
  return renderToStaticMarkup(createElement(ArticleBody, { parts: articleParts(rich_text), cards }))
}
