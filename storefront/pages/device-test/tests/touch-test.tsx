import { type PointerEvent, useRef, useState } from 'react'
import { setNote } from '#storefront/commerce/device-test/test-results.ts'
import { TestButton } from '#storefront/pages/device-test/test-card.tsx'
import { FullScreen, useFullScreen } from '#storefront/pages/device-test/tests/full-screen.tsx'
import {
  cellsBetween,
  gridOf,
  type TouchGrid,
} from '#storefront/pages/device-test/tests/touch-grid.ts'

/** The wiped cells and fingers of one try. */
interface Wiping {
  grid: TouchGrid
  wiped: Set<number>
  fingers: Map<number, { x: number; y: number }>
  most_fingers: number
}

/** A grid over the whole screen. What no finger can wipe is a dead part of the touch panel. */
export function TouchTest() {
  const { dialog, open, close } = useFullScreen()
  const canvas = useRef<HTMLCanvasElement>(null)
  const wiping = useRef<Wiping | null>(null)
  const [shown, setShown] = useState('')
  const begin = () => {
    const grid = gridOf(innerWidth, innerHeight)
    wiping.current = { grid, wiped: new Set(), fingers: new Map(), most_fingers: 0 }
    setShown(`0/${grid.columns * grid.rows} ô`)
    if (canvas.current) drawGrid(canvas.current, wiping.current)
  }
  const wipe = (event: PointerEvent<HTMLCanvasElement>) => {
    const now = wiping.current
    if (now === null || canvas.current === null) return
    const from = now.fingers.get(event.pointerId)
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    else if (from === undefined) return
    const to = { x: event.clientX / innerWidth, y: event.clientY / innerHeight }
    now.fingers.set(event.pointerId, to)
    now.most_fingers = Math.max(now.most_fingers, now.fingers.size)
    for (const cell of cellsBetween(now.grid, from ?? to, to)) now.wiped.add(cell)
    drawGrid(canvas.current, now)
    setShown(`${countText(now)}, ${now.most_fingers} ngón`)
    if (now.wiped.size === now.grid.columns * now.grid.rows) close()
  }
  const lift = (event: PointerEvent) => void wiping.current?.fingers.delete(event.pointerId)
  return (
    <>
      <TestButton
        text="Thử cảm ứng"
        onPress={() => {
          open()
          // After the window has become the screen.
          setTimeout(begin, 350)
        }}
      />
      <FullScreen
        dialog={dialog}
        label="Thử cảm ứng: vuốt qua mọi ô"
        onClose={() => {
          const now = wiping.current
          if (now) setNote('touch', `${countText(now)}, nhiều nhất ${now.most_fingers} ngón`)
        }}
      >
        <canvas
          ref={canvas}
          onPointerDown={wipe}
          onPointerMove={wipe}
          onPointerUp={lift}
          onPointerCancel={lift}
          className="absolute inset-0 size-full touch-none"
        />
        <div className="pointer-events-none absolute inset-x-4 top-1/2 mx-auto grid w-fit -translate-y-1/2 justify-items-center gap-2 rounded-2xl bg-ink/90 px-5 py-3 text-center text-white [--focus-color:var(--color-bright)]">
          <p role="status" className="text-xl font-extrabold tabular-nums">
            {shown}
          </p>
          <p className="text-sm">Vuốt qua mọi ô, bắt đầu từ ngoài bảng này</p>
          <button
            type="button"
            onClick={close}
            className="pointer-events-auto min-h-11 rounded-button px-4 font-bold text-gold"
          >
            Kết thúc
          </button>
        </div>
      </FullScreen>
    </>
  )
}

function countText({ wiped, grid: { columns, rows } }: Wiping): string {
  return `${wiped.size}/${columns * rows} ô`
}

function drawGrid(canvas: HTMLCanvasElement, { grid: { columns, rows }, wiped }: Wiping): void {
  if (canvas.width !== innerWidth) canvas.width = innerWidth
  if (canvas.height !== innerHeight) canvas.height = innerHeight
  const context = canvas.getContext('2d')
  if (context === null) return
  const [width, height] = [canvas.width / columns, canvas.height / rows]
  for (let cell = 0; cell < columns * rows; cell++) {
    const x = (cell % columns) * width
    const y = Math.floor(cell / columns) * height
    context.fillStyle = wiped.has(cell) ? '#1f7a6d' : '#14244a'
    context.fillRect(x + 1, y + 1, width - 2, height - 2)
  }
}
