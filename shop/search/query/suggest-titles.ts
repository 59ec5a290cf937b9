import type { Suggestions } from '#contracts/storefront/search.ts'
import type { PostRow } from '#shop/search/index/words-store.ts'
import { most_told, wordsOf } from '#shop/search/index/words.ts'

type Post = Suggestions['posts'][number]

/** Titles of articles, found by their words; the last word may be half typed. */
export interface Titles {
  find(words: readonly string[], most: number): Post[]
}

/** Newest first among those that hold all words; few enough to be looked through one by one. */
export function createTitles(rows: readonly PostRow[]): Titles {
  const titles = rows.map((row) => ({
    post: postOf(row),
    text: ` ${wordsOf(row.title, most_told)
      .map((word) => word.text)
      .join(' ')} `,
  }))
  return {
    find(words, most) {
      if (words.length === 0) return []
      const wanted = words.map((word, index) => ` ${word}${index < words.length - 1 ? ' ' : ''}`)
      const found: Post[] = []
      for (const { post, text } of titles) {
        if (found.length === most) break
        if (wanted.every((word) => text.includes(word))) found.push(post)
      }
      return found
    },
  }
}

function postOf({ title, path, src, width, height }: PostRow): Post {
  const has_image = typeof src === 'string' && typeof width === 'number'
  const image = has_image ? { src, alt: '', width, height: height ?? width } : null
  return { title, path, image }
}
