import { type ArticleLink, wordsOf } from '#pure/formats/article-parts.ts'
import { articlePicture } from '#pure/formats/article-picture.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

/** The width of the text column, for the choice of a file. */
const sizes = '(max-width: 800px) 92vw, 776px'

/** A picture of an article. What it shows is said below it, and read aloud once. */
export function ArticlePicture({ link }: { link: ArticleLink }) {
  const words = wordsOf(link.words)
  const uploaded = articlePicture(link.href)
  if (uploaded === null && !/^\/media\/[^?#]+$/.test(link.href)) {
    return (
      <p>
        <a href={link.href}>{words}</a>
      </p>
    )
  }
  const size = uploaded ?? { width: 1_200, height: 675 }
  return (
    <figure className="my-1">
      <Photo
        picture={{ src: link.href, alt: words, width: size.width, height: size.height }}
        sizes={sizes}
        className={
          uploaded === null
            ? 'aspect-video h-auto w-full rounded-2xl object-cover'
            : 'mx-auto h-auto max-w-full rounded-2xl'
        }
      />
      <figcaption aria-hidden className="mt-2 text-center text-sm text-pretty text-muted">
        {words}
      </figcaption>
    </figure>
  )
}
