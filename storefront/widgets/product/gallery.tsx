import { type MouseEvent, type UIEvent, useRef, useState } from 'react'
import type { Picture } from '#contracts/catalog.ts'
import { Photo } from '#storefront/ui/photo.tsx'
import { Arrow } from '#storefront/ui/slider.tsx'

interface GalleryProps {
  name: string
  pictures: readonly Picture[]
}

/**
 * Pictures side by side, swept by finger, arrow keys or the small pictures beneath. Those are links
 * to the large ones, so they lead there without JavaScript too.
 */
export function Gallery({ name, pictures }: GalleryProps) {
  const row = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const show = (index: number) => {
    const list = row.current
    list?.scrollTo({ left: index * list.clientWidth })
  }
  const noteScroll = ({ currentTarget: list }: UIEvent<HTMLUListElement>) =>
    setCurrent(Math.round(list.scrollLeft / Math.max(list.clientWidth, 1)))
  if (pictures.length === 0) {
    return (
      <p className="sheet grid min-h-40 place-items-center p-5 text-muted md:min-h-80">
        Sản phẩm chưa có hình ảnh
      </p>
    )
  }
  const isRow = pictures.length > 1
  return (
    <section aria-label={`Hình ảnh ${name}`} className="sheet p-3 md:p-5">
      <div className="relative">
        <ul
          ref={row}
          tabIndex={isRow ? 0 : undefined}
          aria-label="Ảnh lớn"
          onScroll={noteScroll}
          className="snap-row rounded-2xl"
        >
          {pictures.map((picture, index) => (
            <li key={picture.src} id={`anh-${index + 1}`} className="w-full shrink-0 snap-start">
              <Photo
                picture={picture}
                eager={index === 0}
                className="mx-auto h-[min(80vw,340px)] w-full object-contain md:aspect-square md:h-auto md:max-w-[520px]"
              />
            </li>
          ))}
        </ul>
        {isRow ? (
          <span className="[&>button:first-child]:left-0 [&>button:last-child]:right-0">
            <Arrow side="left" hidden={current === 0} onClick={() => show(current - 1)} />
            <Arrow
              side="right"
              hidden={current === pictures.length - 1}
              onClick={() => show(current + 1)}
            />
          </span>
        ) : null}
      </div>
      {isRow ? <Thumbnails pictures={pictures} current={current} onShow={show} /> : null}
    </section>
  )
}

interface ThumbnailsProps {
  pictures: readonly Picture[]
  current: number
  onShow: (index: number) => void
}

function Thumbnails({ pictures, current, onShow }: ThumbnailsProps) {
  const choose = (event: MouseEvent, index: number) => {
    event.preventDefault()
    onShow(index)
  }
  return (
    <ul aria-label="Ảnh nhỏ" className="mt-3 flex justify-center gap-2">
      {pictures.map((picture, index) => (
        <li key={picture.src}>
          <a
            href={`#anh-${index + 1}`}
            aria-current={index === current ? 'true' : undefined}
            onClick={(event) => choose(event, index)}
            className="block rounded-xl border-2 border-line p-1 transition-colors hover:border-ink aria-[current]:border-accent"
          >
            <Photo picture={picture} alt={`Xem ảnh ${index + 1}`} className="size-13 md:size-16" />
          </a>
        </li>
      ))}
    </ul>
  )
}
