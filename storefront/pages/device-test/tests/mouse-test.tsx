import { useEffect, useRef, useState } from 'react'
import { setNote } from '#storefront/commerce/device-test/test-results.ts'
import {
  empty_mouse,
  mouse_parts,
  type MousePart,
  noteMouse,
  partOfButton,
} from '#storefront/pages/device-test/tests/mouse-log.ts'

const names: Readonly<Record<MousePart, string>> = {
  left: 'Trái',
  middle: 'Giữa',
  right: 'Phải',
  back: 'Lùi',
  forward: 'Tiến',
  up: 'Lăn lên',
  down: 'Lăn xuống',
}

/** A field that hears every button of a mouse. */
export function MouseTest() {
  const field = useRef<HTMLDivElement>(null)
  const [log, setLog] = useState(empty_mouse)
  useEffect(() => {
    const element = field.current
    if (element === null) return
    // React listens to the wheel without a way to keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY === 0) return
      event.preventDefault()
      setLog((before) => noteMouse(before, event.deltaY < 0 ? 'up' : 'down', event.timeStamp))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [])
  useEffect(() => {
    if (log.used.length === 0) return
    const used = log.used.map((part) => names[part].toLowerCase()).join(', ')
    const bounces = log.bounces > 0 ? `; nhấp đúp ngoài ý muốn ${log.bounces} lần` : ''
    setNote('mouse', `Đã nhận: ${used}${bounces}`)
  }, [log])
  const note = (event: React.MouseEvent) => {
    const part = partOfButton(event.button)
    // Middle, back and forward would scroll or leave the page.
    if (event.button !== 0) event.preventDefault()
    if (part !== null) setLog((before) => noteMouse(before, part, event.timeStamp))
  }
  return (
    <div
      ref={field}
      onMouseDown={note}
      onMouseUp={(event) => event.preventDefault()}
      onContextMenu={(event) => event.preventDefault()}
      className="rounded-xl border-2 border-dashed border-line bg-mist/60 p-3 select-none"
    >
      <p className="text-sm leading-snug text-muted">Bấm mọi nút và lăn con lăn trong khung này.</p>
      <ul className="mt-2 flex flex-wrap gap-1">
        {mouse_parts.map((part) => (
          <li
            key={part}
            className={`rounded-lg px-2 py-1 text-xs font-bold ${log.used.includes(part) ? 'bg-success text-white' : 'bg-white text-ink'}`}
          >
            {names[part]}
          </li>
        ))}
      </ul>
      {log.bounces > 0 && (
        <p className="mt-2 text-sm font-semibold text-sale">
          Nhấp đúp ngoài ý muốn: {log.bounces} lần
        </p>
      )}
    </div>
  )
}
