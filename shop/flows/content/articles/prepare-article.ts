import { type ArticleContent, articles as contract } from '#contracts/staff/offers/articles.ts'
import type { Database } from '#db/schema.ts'
import { articleLinks, paragraph_classes, wordsOf } from '#pure/formats/article-parts.ts'
import { youtubeId } from '#pure/formats/youtube.ts'
import { articlePicture } from '#pure/formats/article-picture.ts'
import { cleanRichText } from '#platform/text/rich-text.ts'
import { wrongPicture } from '#shop/content/article/article.ts'
import {
  type ArticleRecord,
  findNamedProducts,
  hasPicture,
  type NamedProduct,
} from '#shop/content/article/article-store.ts'

const { refuse } = contract.saveArticle

/**
 * Makes what was written into what is stored: cleaned, products as links, films as links. The same text again stays as
 * it is. Throws a refusal that names the place.
 */
export async function preparedContent(
  db: Database,
  record: ArticleRecord,
  { body, ...content }: ArticleContent,
): Promise<ArticleContent> {
  await checkCover(db, record, content.image)
  const clean = cleanRichText(paragraphed(body))
  const wrong = wrongPicture(clean)
  if (wrong !== null) throw refuse('content_refused', wrong)
  return { ...content, body: withVideos(await withProducts(db, clean)) }
}

/** A cover is one of the article's pictures, or stays what it is. */
async function checkCover(db: Database, record: ArticleRecord, image: string) {
  if (image === '' || image === record.live.image) return
  const picture = articlePicture(image)
  const is_own = picture !== null && (await hasPicture(db, picture.hash, record))
  if (!is_own) throw refuse('content_refused', { reason: 'unknown_picture', at: image })
}

/** Without scripts, text may be typed without tags: an empty line parts paragraphs. */
function paragraphed(body: string): string {
  if (/<p[\s>]/i.test(body)) return body
  const paragraphs = body.split(/\r?\n\s*\r?\n/).map((text) => text.trim())
  return paragraphs
    .filter((text) => text !== '')
    .map((text) => `<p>${text}</p>`)
    .join('\n')
}

const { products, prices, video } = paragraph_classes
const product_block = new RegExp(`<p class="(${products}|${prices})">([\\s\\S]*?)</p>`, 'g')
const video_block = new RegExp(`<p class="${video}">([\\s\\S]*?)</p>`, 'g')

/** The words of a block of products: each link by its path, and what stands between links. */
function namesIn(inner: string): string[] {
  const linked = articleLinks(inner).map(({ href }) => href)
  const typed = wordsOf(inner.replace(/<a\s[\s\S]*?<\/a>/g, ',')).split(/[,;]/)
  return [...linked, ...typed].map(nameOf).filter((name) => name !== '')
}

/** An address of a product becomes its path; a SKU stays. */
function nameOf(word: string): string {
  const path = word.trim().replace(/^https?:\/\/[^/]+/, '')
  return (path.split(/[?#]/)[0] ?? path).replace(/^\/|\/$/g, '')
}

/** Replaces SKUs and addresses in blocks of products by links with their names. */
async function withProducts(db: Database, body: string): Promise<string> {
  const blocks = [...body.matchAll(product_block)].map(([, , inner = '']) => namesIn(inner))
  const names = [...new Set(blocks.flat())]
  const found = new Map<string, NamedProduct>()
  for (const product of await findNamedProducts(db, names)) found.set(product.word, product)
  const unknown = names.find((name) => !found.has(name))
  if (unknown !== undefined)
    throw refuse('content_refused', { reason: 'unknown_product', at: unknown })
  return body.replace(product_block, (_whole, name: string, inner: string) => {
    const links = namesIn(inner).flatMap((word) => {
      const product = found.get(word)
      return product === undefined ? [] : [`<a href="${product.path}">${escaped(product.name)}</a>`]
    })
    return links.length === 0 ? '' : `<p class="${name}">${[...new Set(links)].join(', ')}</p>`
  })
}

/** Makes a title with an address into a link with that title. */
function withVideos(body: string): string {
  return body.replace(video_block, (_whole, inner: string) => {
    const [link] = articleLinks(inner)
    const text = wordsOf(inner)
    const address = link?.href ?? /https:\/\/\S+/.exec(text)?.[0] ?? ''
    if (youtubeId(address) === null) throw refuse('content_refused', { reason: 'video', at: text })
    const title = text.replace(/https?:\/\/\S+/g, '').trim() || 'Video'
    return `<p class="${video}"><a href="${escaped(address)}">${escaped(title)}</a></p>`
  })
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
