import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { ProductView } from '#contracts/storefront/catalog.ts'
import { Icon } from '#web/ui/icons.tsx'

interface SpinViewProps {
  name: string
  spin: ProductView
  /** " · màu Đen"; empty if the spin shows the chosen colour. */
  shown_color: string
  onClose: () => void
}

const frame_count = 24
const columns = 6
const rows = frame_count / columns
/** The width in px that a finger moves for one frame. */
const frame_px = 14
const frame_ms = 90

/**
 * A product that is turned by dragging, by the slider or by arrow keys. It turns once by itself when it opens, unless
 * the shopper wants no motion.
 */
export function SpinView({ name, spin, shown_color, onClose }: SpinViewProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [frame, setFrame] = useState(0)
  const [is_loaded, setLoaded] = useState(false)
  const [is_turning, setTurning] = useState(wantsMotion)
  /** The first finger, which turns it: another one beside it changes nothing. */
  const pressed = useRef<{ id: number; x: number; frame: number } | null>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    if (!is_turning || !is_loaded) return
    let turned = 0
    const timer = setInterval(() => {
      turned += 1
      setFrame(turned % frame_count)
      if (turned === frame_count) setTurning(false)
    }, frame_ms)
    return () => clearInterval(timer)
  }, [is_turning, is_loaded])
  const show = (next: number) => {
    setTurning(false)
    setFrame(((next % frame_count) + frame_count) % frame_count)
  }
  const drag = ({ pointerId, clientX }: PointerEvent) => {
    const from = pressed.current
    if (from?.id === pointerId) show(from.frame + Math.round((clientX - from.x) / frame_px))
  }
  const release = ({ pointerId }: PointerEvent) => {
    if (pressed.current?.id === pointerId) pressed.current = null
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    show(frame + step)
  }
  return (
    <dialog
      ref={dialog}
      aria-label={`Xoay ${name}`}
      onClose={onClose}
      onKeyDown={handleKey}
      className="fixed inset-0 m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden bg-white text-ink open:flex"
    >
      <div className="flex min-h-0 w-full flex-col items-center gap-3 p-3">
        <button
          type="button"
          aria-label="Đóng"
          onClick={() => dialog.current?.close()}
          className="grid size-11 shrink-0 place-items-center self-end rounded-full hover:bg-mist"
        >
          <Icon name="x" className="size-5" />
        </button>
        <div
          onPointerDown={(event) => {
            if (pressed.current !== null) return
            event.currentTarget.setPointerCapture(event.pointerId)
            pressed.current = { id: event.pointerId, x: event.clientX, frame }
          }}
          onPointerMove={drag}
          onPointerUp={release}
          onPointerCancel={release}
          className="mt-auto aspect-square max-h-full min-h-0 w-full max-w-[min(92vw,70dvh,640px)] cursor-grab touch-none overflow-hidden select-none"
        >
          <img
            src={spin.src}
            alt={spin.alt}
            width={spin.width}
            height={spin.height}
            draggable={false}
            onLoad={() => setLoaded(true)}
            className="h-[400%] w-[600%] max-w-none"
            style={{
              transform: `translate(${(-100 / columns) * (frame % columns)}%, ${(-100 / rows) * Math.floor(frame / columns)}%)`,
            }}
          />
        </div>
        <label className="mb-auto grid w-full max-w-md gap-1 text-center text-sm text-muted">
          {`${is_loaded ? 'Kéo để xoay' : 'Đang tải…'}${shown_color}`}
          <input
            type="range"
            min={0}
            max={frame_count - 1}
            value={frame}
            aria-label="Góc xoay"
            aria-valuetext={`${frame * (360 / frame_count)} độ`}
            onChange={(event) => show(event.target.valueAsNumber)}
            className="h-11 w-full accent-accent"
          />
        </label>
      </div>
    </dialog>
  )
}

function wantsMotion(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}
