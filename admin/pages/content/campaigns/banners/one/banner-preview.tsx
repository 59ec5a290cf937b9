import type { BannerPlace } from '#pure/formats/banner-pictures.ts'
import { BannerWords } from '#web/ui/banner-words.tsx'

interface BannerPreviewProps {
  words: Readonly<Record<string, string>>
  place: BannerPlace
}

/** The banner as shoppers see it, on a wide screen and on a phone. */
export function BannerPreview({ words, place }: BannerPreviewProps) {
  const wide = words['wide_chosen'] || words['image']
  const narrow = words['narrow_chosen'] || words['image_mobile'] || wide
  const is_hero = place === 'hero'
  return (
    <section aria-labelledby="preview" className="sheet grid gap-3 text-sm">
      <h2 id="preview" className="part-title">
        Khách sẽ thấy
      </h2>
      {wide ? (
        <div className={`grid items-start gap-4 ${columns[place]}`}>
          <Shown {...{ words }} src={wide} on="Màn hình rộng" width={widths[place]} />
          <Shown
            {...{ words }}
            src={(is_hero ? narrow : wide) ?? wide}
            on="Điện thoại"
            width={place === 'right' ? 258 : 390}
            is_phone={is_hero}
          />
        </div>
      ) : (
        <p className="text-muted">Chọn ảnh để xem trước.</p>
      )}
    </section>
  )
}

/** How wide the shop shows a banner on a wide screen. */
const widths = { hero: 900, right: 284, category: 592 } as const

/** Beside it is the phone's. */
const columns = {
  hero: 'lg:grid-cols-[minmax(0,1fr)_minmax(0,390px)]',
  right: 'sm:grid-cols-[284px_258px]',
  category: 'lg:grid-cols-[minmax(0,592px)_minmax(0,390px)]',
}

interface ShownProps {
  words: Readonly<Record<string, string>>
  src: string
  on: string
  width: number
  is_phone?: boolean
}

function Shown({ words, src, on, width, is_phone = false }: ShownProps) {
  const { alt = '', label = '', eyebrow = '', button = '', ink = '' } = words
  return (
    <figure className="grid min-w-0 gap-1" style={{ maxWidth: width }}>
      <figcaption className="text-muted">{on}</figcaption>
      <div className="banner overflow-hidden rounded-2xl">
        <img src={src} alt={alt} className="h-auto w-full" />
        <BannerWords
          banner={{ alt, label, eyebrow, button, ink }}
          className={is_phone ? 'banner-words-phone [&>.banner-eyebrow]:hidden' : ''}
        />
      </div>
    </figure>
  )
}
