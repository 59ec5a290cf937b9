import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** contract §9: a slideshow goes on after 7 s. */
const SLIDE_MS = 7000

/** Which slide is shown, by sweeping, by tabs, by arrow keys, and by itself as time goes on. */
export function useSlideshow(count: number) {
  const row = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [isPlaying, setPlaying] = useState(true)
  const [isHeld, setHeld] = useState(false)
  const show = (index: number) => {
    const list = row.current
    // After the last comes the first.
    list?.scrollTo({ left: ((index + count) % count) * list.clientWidth })
  }
  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!isPlaying || isHeld || isStill || count < 2) return
    const timer = setInterval(() => {
      const list = row.current
      if (document.hidden || !list) return
      list.scrollTo({ left: ((current + 1) % count) * list.clientWidth })
    }, SLIDE_MS)
    return () => clearInterval(timer)
  }, [current, isPlaying, isHeld, count])
  return {
    row,
    current,
    show,
    isPlaying,
    toggle: () => setPlaying((playing) => !playing),
    noteScroll: () => {
      const list = row.current
      if (list) setCurrent(Math.round(list.scrollLeft / Math.max(list.clientWidth, 1)))
    },
    hold: {
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
      onKeyDown: (event: KeyboardEvent) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
        if (step === 0) return
        event.preventDefault()
        show(current + step)
      },
    },
  }
}
