import { Icon } from '#web/ui/icons.tsx'
import { type ReactNode, type UIEvent, useRef, useState } from 'react'

interface SliderProps {
  label: string
  /** `li` elements with a width of their own. */
  children: ReactNode
  /** Whether a wide screen cannot show all items at once. If false, there are no arrows. */
  overflows: boolean
}

/** A row that scrolls sideways by touch, wheel, Tab or the arrows at its ends. */
export function Slider({ label, children, overflows }: SliderProps) {
  const row = useRef<HTMLUListElement>(null)
  const [edge, setEdge] = useState<'start' | 'middle' | 'end'>('start')
  const scroll = (direction: -1 | 1) => {
    const list = row.current
    list?.scrollBy({ left: direction * list.clientWidth * 0.9 })
  }
  return (
    <div className="relative">
      <ul
        ref={row}
        aria-label={label}
        onScroll={(event) => setEdge(edgeOf(event))}
        className="slider"
      >
        {children}
      </ul>
      {overflows ? (
        <>
          <Arrow side="left" hidden={edge === 'start'} onClick={() => scroll(-1)} />
          <Arrow side="right" hidden={edge === 'end'} onClick={() => scroll(1)} />
        </>
      ) : null}
    </div>
  )
}

interface ArrowProps {
  side: 'left' | 'right'
  hidden: boolean
  onClick: () => void
}

/** An arrow at an end of a slider, only for pointers. Keyboard users scroll the row itself. */
export function Arrow({ side, hidden, onClick }: ArrowProps) {
  const icon = side === 'left' ? 'chevron-left' : 'chevron-right'
  const position = side === 'left' ? '-left-3 lg:-left-5' : '-right-3 lg:-right-5'
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      onClick={onClick}
      className={`slider-arrow ${position} ${hidden ? 'pointer-events-none opacity-0' : ''}`}
    >
      <Icon name={icon} className="size-5" />
    </button>
  )
}

function edgeOf({ currentTarget: list }: UIEvent<HTMLUListElement>): 'start' | 'middle' | 'end' {
  if (list.scrollLeft < 8) return 'start'
  return list.scrollLeft + list.clientWidth > list.scrollWidth - 8 ? 'end' : 'middle'
}
