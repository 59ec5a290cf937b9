import { articlePreview } from '#contracts/storefront/articles/article-preview.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { articlePicture } from '#pure/formats/article-picture.ts'
import {
  contentInWork,
  previewNote,
  readingMinutes,
  tagNames,
} from '#shop/content/article/article.ts'
import { findArticleByKey, hasPicture } from '#shop/content/article/article-store.ts'
import { findTargets } from '#shop/content/link-store.ts'
import { pathsIn } from '#shop/content/links.ts'
import { findAuthor, listPostCategories } from '#shop/content/list-store.ts'
import { postPage } from '#shop/content/post.ts'
import { type PictureFiles, readPicture } from '#shop/picture/pictures.ts'

interface Deps {
  db: Database
  now: Now
  pictures: PictureFiles
}

/** Drafts by their secret link, and the pictures of articles (decision 261). */
export function articlePreviewService({ db, now, pictures }: Deps): Service<typeof articlePreview> {
  return {
    async preview(_caller, { preview_key }) {
      const { refuse } = articlePreview.preview
      const record = await findArticleByKey(db, preview_key, now())
      if (record?.kind !== 'article') throw refuse('not_found')
      const { path, tags, image, ...content } = contentInWork(record)
      const { post_category_id, author_id } = content
      if (post_category_id === null || author_id === null) throw refuse('not_found')
      const [author, categories, targets] = await Promise.all([
        findAuthor(db, author_id),
        listPostCategories(db),
        findTargets(db, pathsIn(content.body)),
      ])
      const category = categories.find((one) => one.post_category_id === post_category_id)
      if (!author || !category) throw refuse('not_found')
      const size = articlePicture(image) ?? { width: 1_280, height: 720 }
      const row = {
        ...content,
        ...{
          post_id: record.id,
          post_category_id,
          author_id,
          path: `/${path}`,
          keywords: content.meta_keyword,
        },
        ...{ image: image || null, image_width: size.width, image_height: size.height },
        ...{ category_name: category.name, category_path: category.path },
        ...{ author_name: author.name, author_bio: author.bio, author_image: author.image },
        ...{ meta_thumbnail: null, meta_index: false, meta_follow: false },
        tags: tagNames(tags).map((name) => ({ name, path: category.path })),
        published_at: record.publish_at ?? (record.is_active ? record.published_at : now()),
        updated_at: now(),
        reading_minutes: readingMinutes(content.body),
      }
      return { post: postPage(row, targets, []), note: previewNote(record, now()) }
    },
    async picture(_caller, { hash, size }) {
      const is_known = await hasPicture(db, hash, null)
      const bytes = is_known ? await readPicture(pictures, hash, size) : null
      if (bytes === null) throw articlePreview.picture.refuse('not_found')
      return { image: bytes.toString('base64') }
    },
  }
}
