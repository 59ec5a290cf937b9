import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Picture } from '#contracts/storefront/catalog.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

interface GalleryZoomProps {
  name: string
  pictures: readonly Picture[]
  start: number
  onClose: () => void
}

const round_button =
  'grid size-11 shrink-0 place-items-center rounded-full hover:bg-mist disabled:opacity-30'

/**
 * Pictures over the whole screen. A click or tap enlarges the picture at that point, and a drag then moves it.
 * Arrow keys show the next picture, + and − change the size, Escape closes.
 */
export function GalleryZoom({ name, pictures, start, onClose }: GalleryZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [index, setIndex] = useState(start)
  const [is_large, setIsLarge] = useState(false)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const picture = pictures[index]
  const last = pictures.length - 1
  const show = (next: number) => {
    setIsLarge(false)
    setIndex(Math.min(last, Math.max(0, next)))
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') setIsLarge(true)
    if (event.key === '-') setIsLarge(false)
    if (event.key === 'ArrowLeft' && !is_large) show(index - 1)
    if (event.key === 'ArrowRight' && !is_large) show(index + 1)
  }
  return (
    <dialog
      ref={dialog}
      aria-label={`Ảnh lớn ${name}`}
      onClose={onClose}
      onKeyDown={handleKey}
      className="fixed inset-0 m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden bg-white text-ink open:flex"
    >
      <div className="flex min-h-0 w-full flex-col">
        <div className="flex items-center gap-1 p-2">
          <p aria-live="polite" className="mr-auto pl-2 text-sm font-semibold">
            {index + 1}/{pictures.length}
          </p>
          <button
            type="button"
            aria-label={is_large ? 'Thu nhỏ' : 'Phóng to'}
            onClick={() => setIsLarge(!is_large)}
            className={round_button}
          >
            {is_large ? (
              <Icon name="minus" className="size-5" />
            ) : (
              <Icon name="plus" className="size-5" />
            )}
          </button>
          <button
            type="button"
            aria-label="Đóng"
            onClick={() => dialog.current?.close()}
            className={round_button}
          >
            <Icon name="x" className="size-5" />
          </button>
        </div>
        {picture ? (
          <ZoomPicture
            key={picture.src}
            picture={picture}
            is_large={is_large}
            onToggle={() => setIsLarge(!is_large)}
            onSwipe={(step) => show(index + step)}
          />
        ) : null}
        <div className="flex items-center justify-center gap-6 p-2">
          <button
            type="button"
            aria-label="Ảnh trước"
            disabled={index === 0}
            onClick={() => show(index - 1)}
            className={round_button}
          >
            <Icon name="chevron-left" className="size-6" />
          </button>
          <button
            type="button"
            aria-label="Ảnh sau"
            disabled={index === last}
            onClick={() => show(index + 1)}
            className={round_button}
          >
            <Icon name="chevron-right" className="size-6" />
          </button>
        </div>
      </div>
    </dialog>
  )
}

interface ZoomPictureProps {
  picture: Picture
  is_large: boolean
  onToggle: () => void
  onSwipe: (step: -1 | 1) => void
}

/** In px. A longer movement is a swipe or a drag, not a tap. */
const TAP_PX = 8
const SWIPE_PX = 48

/** One picture. When it is enlarged it is wider than its frame, which then scrolls. */
function ZoomPicture({ picture, is_large, onToggle, onSwipe }: ZoomPictureProps) {
  const frame = useRef<HTMLDivElement>(null)
  const pressed = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  const point = useRef({ x: 0.5, y: 0.5 })
  useEffect(() => {
    const box = frame.current
    if (!box || !is_large) return
    box.scrollTo({
      left: point.current.x * box.scrollWidth - box.clientWidth / 2,
      top: point.current.y * box.scrollHeight - box.clientHeight / 2,
      behavior: 'instant',
    })
  }, [is_large])
  const release = (event: { clientX: number; clientY: number }) => {
    const from = pressed.current
    const box = frame.current
    pressed.current = null
    if (!from || !box) return
    const [rightward, downward] = [event.clientX - from.x, event.clientY - from.y]
    if (Math.abs(rightward) < TAP_PX && Math.abs(downward) < TAP_PX) {
      const { left, top, width, height } = box.getBoundingClientRect()
      point.current = { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
      onToggle()
    } else if (!is_large && Math.abs(rightward) > Math.max(SWIPE_PX, Math.abs(downward))) {
      onSwipe(rightward < 0 ? 1 : -1)
    }
  }
  return (
    <div
      ref={frame}
      tabIndex={is_large ? 0 : undefined}
      role={is_large ? 'region' : undefined}
      aria-label={is_large ? 'Ảnh phóng to, cuộn để xem từng phần' : undefined}
      onPointerDown={({ clientX, clientY, currentTarget: { scrollLeft, scrollTop } }) => {
        pressed.current = { x: clientX, y: clientY, left: scrollLeft, top: scrollTop }
      }}
      onPointerMove={({ pointerType, clientX, clientY, currentTarget: box }) => {
        const from = pressed.current
        if (!from || !is_large || pointerType !== 'mouse') return
        box.scrollTo({
          left: from.left - (clientX - from.x),
          top: from.top - (clientY - from.y),
          behavior: 'instant',
        })
      }}
      onPointerUp={release}
      onPointerCancel={() => {
        pressed.current = null
      }}
      onDragStart={(event: MouseEvent) => event.preventDefault()}
      className={`min-h-0 flex-1 select-none ${is_large ? 'cursor-grab touch-auto overflow-auto overscroll-contain' : 'cursor-zoom-in touch-pinch-zoom overflow-hidden'}`}
    >
      <Photo
        picture={picture}
        sizes="100vw"
        className={`mx-auto object-contain ${is_large ? 'h-[250%] w-[250%] max-w-none' : 'size-full'}`}
      />
    </div>
  )
}
