import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { Suggestions } from '#contracts/storefront/search.ts'
import { addresses, withQuery } from '#storefront/addresses/addresses.ts'

/** Something in the panel that leads somewhere. */
export type Choice = { href: string } & (
  | { kind: 'history' | 'trending' | 'term' | 'all'; text: string }
  | { kind: 'category'; text: string; image: string | null }
  | { kind: 'product'; card: ProductCard }
  | { kind: 'post'; text: string; image: Suggestions['posts'][number]['image'] }
)

export interface ChoiceGroup {
  name: 'history' | 'trending' | 'terms' | 'products' | 'posts' | 'all'
  /** Null: it speaks for itself. */
  title: string | null
  choices: Choice[]
}

/** Goods stand below the words and are to be seen without scrolling. */
const MOST_WORDS = 5
const MOST_CATEGORIES = 2

/** What the panel offers: before anything is typed what was searched for before, then answers. */
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
  const { terms = [], categories = [], products = [], posts = [] } = suggestions ?? {}
  const shelves = categories.slice(0, MOST_CATEGORIES)
  return [
    {
      name: 'terms',
      title: 'Có phải bạn muốn tìm',
      choices: [
        ...shelves.map(({ name, path, thumbnail }): Choice => ({
          kind: 'category',
          text: name,
          image: thumbnail,
          href: path,
        })),
        ...terms
          .slice(0, MOST_WORDS - shelves.length)
          .map(({ text, path }): Choice => ({ kind: 'term', text, href: path })),
      ],
    },
    {
      name: 'products',
      title: 'Sản phẩm gợi ý',
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

/** The page of everything found for these words. */
export function searchUrl(words: string): string {
  return withQuery(addresses.search.path, { q: words.trim() })
}
