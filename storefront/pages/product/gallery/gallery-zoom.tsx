import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Picture } from '#contracts/storefront/catalog.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

interface GalleryZoomProps {
  name: string
  pictures: readonly Picture[]
  /** The colour that all pictures after the first show, if it is not the chosen one. */
  views_of: string | undefined
  start: number
  onClose: () => void
}

const round_button =
  'grid size-11 shrink-0 place-items-center rounded-full hover:bg-mist disabled:opacity-30'

/** A tap makes a picture so many times as large as the screen; a wheel or two fingers, anything up to the most. */
const tap_scale = 2.5
const max_scale = 5
const key_factor = 1.6
/** How many CSS pixels a pixel of the file fills at most: beyond that the picture shows no more, only blur. */
const max_stretch = 1.5
/** On a screen larger than the file a picture still grows a little. */
const least_growth = 1.25

/**
 * A size between the whole picture in its frame and the largest that the file has pixels for; nearly whole is whole.
 */
function within(scale: number, frame: HTMLElement | null, { width, height }: Picture): number {
  if (frame === null || scale < 1.05) return 1
  const whole = Math.min(frame.offsetWidth / width, frame.offsetHeight / height)
  const most = Math.max(least_growth, Math.min(max_scale, max_stretch / whole))
  return Math.min(most, scale)
}

/**
 * Pictures over the whole screen. A click or tap enlarges the picture at that point, a wheel or two fingers by as much
 * as wanted, and a drag then moves it. Arrow keys show the next picture, + and − change the size, Escape closes.
 */
export function GalleryZoom({ name, pictures, views_of, start, onClose }: GalleryZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(start)
  const [scale, setScale] = useState(1)
  const is_large = scale > 1
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const picture = pictures[index]
  const last = pictures.length - 1
  const show = (next: number) => {
    setScale(1)
    setIndex(Math.min(last, Math.max(0, next)))
  }
  const grow = (next: number) => {
    if (picture) setScale(within(next, frame.current, picture))
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') grow(scale * key_factor)
    if (event.key === '-') grow(scale / key_factor)
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
            {views_of && index > 0 ? (
              <span className="ml-2 font-normal text-muted">{`Ảnh minh họa: màu ${views_of}`}</span>
            ) : null}
          </p>
          <button
            type="button"
            aria-label={is_large ? 'Thu nhỏ' : 'Phóng to'}
            onClick={() => grow(is_large ? 1 : tap_scale)}
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
            frame={frame}
            picture={picture}
            scale={scale}
            onScale={grow}
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
  frame: RefObject<HTMLDivElement | null>
  picture: Picture
  scale: number
  /** Asks for a size; the picture gets the nearest that it has pixels for. */
  onScale: (scale: number) => void
  onSwipe: (step: -1 | 1) => void
}

/** In px. A longer movement is a swipe or a drag, not a tap. */
const TAP_PX = 8
const SWIPE_PX = 48
/** In ms. The second of two taps within it does nothing: the first has done already what a double tap is for. */
const DOUBLE_TAP_MS = 300

interface Point {
  x: number
  y: number
}

/** One picture. When it is enlarged it is wider than its frame, which then scrolls. */
function ZoomPicture({ frame, picture, scale, onScale, onSwipe }: ZoomPictureProps) {
  const { zoomAt } = useZoomPoint(frame, scale, onScale)
  const fingers = useRef(new Map<number, Point>())
  const pressed = useRef<(Point & { left: number; top: number; moved: boolean }) | null>(null)
  const tapped_at = useRef(-Infinity)
  const is_large = scale > 1
  const press = (event: PointerEvent<HTMLDivElement>) => {
    const { pointerId, clientX: x, clientY: y, currentTarget: box } = event
    box.setPointerCapture(pointerId)
    fingers.current.set(pointerId, { x, y })
    const has_moved = fingers.current.size > 1
    pressed.current = { x, y, left: box.scrollLeft, top: box.scrollTop, moved: has_moved }
  }
  const move = ({ pointerId, clientX: x, clientY: y, currentTarget: box }: PointerEvent) => {
    const before = [...fingers.current.values()]
    if (!fingers.current.has(pointerId)) return
    fingers.current.set(pointerId, { x, y })
    const after = [...fingers.current.values()]
    const from = pressed.current
    if (after.length > 1) {
      zoomAt(middle(after), scale * (distance(after) / Math.max(1, distance(before))))
    } else if (from && is_large && !from.moved) {
      box.scrollTo({
        left: from.left - (x - from.x),
        top: from.top - (y - from.y),
        behavior: 'instant',
      })
    }
  }
  const lift = ({ pointerId, clientX: x, clientY: y, timeStamp }: PointerEvent) => {
    fingers.current.delete(pointerId)
    const from = pressed.current
    if (!from || from.moved) return
    pressed.current = null
    const [rightward, downward] = [x - from.x, y - from.y]
    if (Math.abs(rightward) < TAP_PX && Math.abs(downward) < TAP_PX) {
      if (timeStamp - tapped_at.current < DOUBLE_TAP_MS) return
      tapped_at.current = timeStamp
      zoomAt({ x, y }, is_large ? 1 : tap_scale)
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
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={({ pointerId }) => {
        fingers.current.delete(pointerId)
        pressed.current = null
      }}
      onDragStart={(event: MouseEvent) => event.preventDefault()}
      className={`min-h-0 flex-1 touch-none select-none ${is_large ? 'cursor-grab overflow-auto overscroll-contain' : 'cursor-zoom-in overflow-hidden'}`}
    >
      <div className="size-full" style={{ width: `${scale * 100}%`, height: `${scale * 100}%` }}>
        <Photo
          picture={picture}
          // The whole file once it is enlarged: the widest that the picture service makes of it.
          sizes={is_large ? '500vw' : '100vw'}
          className="mx-auto size-full object-contain"
        />
      </div>
    </div>
  )
}

/** Changes the size so that the point under the finger or the pointer stays there. */
function useZoomPoint(
  frame: RefObject<HTMLDivElement | null>,
  scale: number,
  onScale: (scale: number) => void,
) {
  const kept = useRef<(Point & { part: Point }) | null>(null)
  const zoomAt = (point: Point, next: number) => {
    const box = frame.current
    if (!box) return
    const { left, top } = box.getBoundingClientRect()
    const [x, y] = [point.x - left, point.y - top]
    const part = {
      x: (box.scrollLeft + x) / box.scrollWidth,
      y: (box.scrollTop + y) / box.scrollHeight,
    }
    kept.current = { x, y, part }
    onScale(next)
  }
  useLayoutEffect(() => {
    const box = frame.current
    if (!box || !kept.current) return
    const { x, y, part } = kept.current
    box.scrollTo({
      left: part.x * box.scrollWidth - x,
      top: part.y * box.scrollHeight - y,
      behavior: 'instant',
    })
  }, [frame, scale])
  useEffect(() => {
    const box = frame.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      zoomAt({ x: event.clientX, y: event.clientY }, scale * Math.exp(-event.deltaY / 400))
    }
    box?.addEventListener('wheel', turn, { passive: false })
    return () => box?.removeEventListener('wheel', turn)
  })
  return { zoomAt }
}

function distance([one, other]: readonly Point[]): number {
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
}

function middle([one, other]: readonly Point[]): Point {
  return one && other ? { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 } : { x: 0, y: 0 }
}
