import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { Suggestions } from '#contracts/storefront/search.ts'
import { formatDong } from '#pure/money.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'

/** A suggestion in the panel: a link. */
export type Choice = { href: string } & (
  | { kind: 'history' | 'trending' | 'term' | 'all'; text: string }
  | { kind: 'category'; text: string; image: string | null }
  | { kind: 'product'; card: ProductCard }
  | { kind: 'post'; text: string; image: Suggestions['posts'][number]['image'] }
)

export interface ChoiceGroup {
  name: 'history' | 'trending' | 'terms' | 'repairs' | 'products' | 'posts' | 'all'
  /** Null: the group needs no title. */
  title: string | null
  choices: Choice[]
}

/** Products are below the terms and must be visible without scrolling. */
const MAX_WORDS = 5
const MAX_CATEGORIES = 2

/** The groups of the panel: before typing the history and trending searches, then suggestions. */
export function choiceGroups(
  words: string,
  suggestions: Suggestions | null,
  history: readonly string[],
): ChoiceGroup[] {
  const typed = words.trim()
  const groups = typed === '' ? beforeTyping(suggestions, history) : forWords(typed, suggestions)
  return groups.filter((group) => group.choices.length > 0)
}

function beforeTyping(suggestions: Suggestions | null, history: readonly string[]): ChoiceGroup[] {
  return [
    {
      name: 'history',
      title: 'Lịch sử tìm kiếm',
      choices: history.map((text) => ({ kind: 'history', text, href: searchUrl(text) })),
    },
    {
      name: 'trending',
      title: 'Xu hướng tìm kiếm',
      choices: (suggestions?.trending ?? []).map(({ text, path }) => ({
        kind: 'trending',
        text,
        href: path,
      })),
    },
  ]
}

function forWords(typed: string, suggestions: Suggestions | null): ChoiceGroup[] {
  const { absent, terms = [], categories = [], products = [], posts = [] } = suggestions ?? {}
  const { repairs = [] } = suggestions ?? {}
  const shown_categories = categories.slice(0, MAX_CATEGORIES)
  return [
    {
      name: 'terms',
      title: 'Có phải bạn muốn tìm',
      choices: [
        ...shown_categories.map(({ name, path, thumbnail }): Choice => ({
          kind: 'category',
          text: name,
          image: thumbnail,
          href: path,
        })),
        ...terms
          .slice(0, MAX_WORDS - shown_categories.length)
          .map(({ text, path }): Choice => ({ kind: 'term', text, href: path })),
      ],
    },
    {
      name: 'repairs',
      title: 'Dịch vụ sửa chữa',
      choices: repairs.map(({ name, path, price }) => ({
        kind: 'post',
        text: price === null ? name : `${name} từ ${formatDong(price)}`,
        image: null,
        href: path,
      })),
    },
    {
      name: 'products',
      title: absent ? `Chưa bán “${absent}”, xem dòng gần nhất` : 'Sản phẩm gợi ý',
      choices: products.map((card) => ({ kind: 'product', card, href: `/${card.url_path}` })),
    },
    {
      name: 'posts',
      title: 'Tin tức liên quan',
      choices: posts.map(({ title, path, image }) => ({
        kind: 'post',
        text: title,
        image,
        href: path,
      })),
    },
    {
      name: 'all',
      title: null,
      choices: [{ kind: 'all', text: typed, href: searchUrl(typed) }],
    },
  ]
}

/** The address of the search results for these words. */
export function searchUrl(words: string): string {
  return withQuery(frame_paths.search, { q: words.trim() })
}
