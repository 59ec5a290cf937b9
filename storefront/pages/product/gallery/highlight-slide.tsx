import type { Picture } from '#contracts/storefront/catalog.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import type { Fact } from '#storefront/pages/product/gallery/key-facts.ts'

export interface HighlightSlideProps {
  facts: readonly Fact[]
  picture: Picture
}

/** "Tính năng nổi bật": key facts beside the main picture. */
export function HighlightSlide({ facts, picture }: HighlightSlideProps) {
  return (
    <div className="mx-auto grid h-[min(80vw,340px)] w-full grid-cols-[2fr_3fr] items-center gap-3 overflow-hidden rounded-2xl bg-gradient-to-br from-ink to-night p-4 text-white md:h-[400px] large-text:h-auto large-text:grid-cols-1 md:gap-6 md:px-14">
      <Photo
        picture={picture}
        sizes="(max-width: 800px) 36vw, 220px"
        alt=""
        className="max-h-full w-full rounded-xl bg-white object-contain p-2 large-text:hidden"
      />
      <div className="min-w-0 large-text:pt-9">
        <h2 className="text-sm font-bold md:text-lg">Tính năng nổi bật</h2>
        <dl className="mt-2 grid gap-1.5 md:mt-4 md:gap-3">
          {facts.map(({ code, name, value }) => (
            <div key={code} className="min-w-0">
              <dt className="text-2xs leading-tight opacity-80 md:text-note">{name}</dt>
              <dd className="truncate large-text:whitespace-normal text-note font-bold md:text-base">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}
