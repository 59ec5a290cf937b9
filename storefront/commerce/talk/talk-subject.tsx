import type { Picture } from '#contracts/storefront/catalog.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

interface TalkSubjectProps {
  /** The heading of the page: "Viết đánh giá". */
  title: string
  name: string
  path: string
  picture: Picture | null
}

/** The heading of a form with what is written about, so that nobody writes about the wrong product. */
export function TalkSubject({ title, name, path, picture }: TalkSubjectProps) {
  return (
    <div className="flex items-center gap-4 border-b border-line pb-5">
      {picture === null ? null : (
        <Photo picture={picture} alt="" sizes="80px" className="size-20 shrink-0 object-contain" />
      )}
      <div className="min-w-0">
        <h1 className="text-xl sm:text-2xl">{title}</h1>
        <p className="mt-1 leading-snug">
          <a href={path} className="font-semibold text-accent hover:underline">
            {name}
          </a>
        </p>
      </div>
    </div>
  )
}
