import type { Suggestions } from '#contracts/storefront/search.ts'
import { pictureOf } from '#shop/search/query/article-index.ts'
import type { PostRow } from '#shop/search/index/words-store.ts'
import { max_text_words, wordsOf } from '#shop/search/index/words.ts'

type Post = Suggestions['posts'][number]

/** Finds titles of articles by their words; the last word may be incomplete. */
export interface Titles {
  find(words: readonly string[], max: number): Post[]
}

/** Finds titles that contain all words, newest first. There are few enough to scan all of them. */
export function createTitles(rows: readonly PostRow[]): Titles {
  const titles = rows.map((row) => ({
    post: postOf(row),
    text: ` ${wordsOf(row.title, max_text_words)
      .map((word) => word.text)
      .join(' ')} `,
  }))
  return {
    find(words, max) {
      if (words.length === 0) return []
      const wanted = words.map((word, index) => ` ${word}${index < words.length - 1 ? ' ' : ''}`)
      const found: Post[] = []
      for (const { post, text } of titles) {
        if (found.length === max) break
        if (wanted.every((word) => text.includes(word))) found.push(post)
      }
      return found
    },
  }
}

function postOf(row: PostRow): Post {
  const { title, path } = row
  return { title, path, image: pictureOf(row) }
}
