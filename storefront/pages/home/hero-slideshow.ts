import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** contract §9: a slideshow advances after 7 s. */
const SLIDE_MS = 7000

/** The state of the slideshow: slides change by scrolling, tabs, arrow keys, and a timer. */
export function useSlideshow(count: number) {
  const row = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [isPlaying, setPlaying] = useState(true)
  const [isPaused, setPaused] = useState(false)
  const show = (index: number) => {
    const list = row.current
    list?.scrollTo({ left: ((index + count) % count) * list.clientWidth })
  }
  useEffect(() => {
    const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!isPlaying || isPaused || isMotionReduced || count < 2) return
    const timer = setInterval(() => {
      const list = row.current
      if (document.hidden || !list) return
      list.scrollTo({ left: ((current + 1) % count) * list.clientWidth })
    }, SLIDE_MS)
    return () => clearInterval(timer)
  }, [current, isPlaying, isPaused, count])
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
    event_handlers: {
      onPointerEnter: () => setPaused(true),
      onPointerLeave: () => setPaused(false),
      onFocus: () => setPaused(true),
      onBlur: () => setPaused(false),
      onKeyDown: (event: KeyboardEvent) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
        if (step === 0) return
        event.preventDefault()
        show(current + step)
      },
    },
  }
}
