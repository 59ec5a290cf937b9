import { useEffect, useState } from 'react'
import { setNote } from '#storefront/commerce/device-test/test-results.ts'
import { TestButton } from '#storefront/pages/device-test/test-card.tsx'

interface Pad {
  index: number
  name: string
  buttons: readonly number[]
  axes: readonly number[]
}

/** A stick that nobody touches stands within this of its middle. */
const drift = 0.12

/** Buttons and sticks of a gamepad as they are pressed. */
export function GamepadTest() {
  const [pad, setPad] = useState<Pad | null>(null)
  useEffect(() => {
    let frame = 0
    const follow = () => {
      const next = firstPad()
      setPad((before) => (isSame(before, next) ? before : next))
      frame = next === null ? 0 : requestAnimationFrame(follow)
    }
    const onConnect = ({ gamepad }: GamepadEvent) => {
      setNote('gamepad', `${gamepad.id.slice(0, 60)}, ${gamepad.buttons.length} nút`)
      if (frame === 0) follow()
    }
    addEventListener('gamepadconnected', onConnect)
    return () => {
      removeEventListener('gamepadconnected', onConnect)
      cancelAnimationFrame(frame)
    }
  }, [])
  if (pad === null) {
    return (
      <p className="rounded-xl bg-mist p-3 text-sm leading-snug">
        Nối tay cầm qua USB hoặc Bluetooth rồi bấm một nút trên tay cầm.
      </p>
    )
  }
  return (
    <>
      <p className="truncate text-sm font-semibold">{pad.name}</p>
      <ul className="flex flex-wrap gap-1">
        {pad.buttons.map((value, index) => (
          <li
            // Buttons have numbers, and no names.
            key={`nut-${index}`}
            className={`grid size-8 place-items-center rounded-lg text-xs font-bold tabular-nums ${value > 0.1 ? 'bg-accent text-white' : 'bg-mist text-ink'}`}
          >
            {index}
          </li>
        ))}
      </ul>
      <p className="text-sm tabular-nums">
        {pad.axes.map((value) => value.toFixed(2).replace('.', ',')).join(' · ')}
        {pad.axes.some((value) => Math.abs(value) > drift && Math.abs(value) < 0.5) && (
          <span className="block text-muted">Không chạm mà số khác 0: cần gạt bị trôi.</span>
        )}
      </p>
      <TestButton text="Rung tay cầm" is_quiet onPress={() => rumble(pad.index)} />
    </>
  )
}

function firstPad(): Pad | null {
  const pad = navigator.getGamepads().find((one) => one !== null) ?? null
  if (pad === null) return null
  const buttons = pad.buttons.map(({ value }) => Math.round(value * 10) / 10)
  const axes = pad.axes.map((value) => Math.round(value * 100) / 100)
  return { index: pad.index, name: pad.id, buttons, axes }
}

function isSame(one: Pad | null, other: Pad | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function rumble(index: number): void {
  // Not every gamepad has motors, and not every browser reaches them.
  const motor: GamepadHapticActuator | undefined = navigator.getGamepads()[index]?.vibrationActuator
  const strength = { duration: 600, strongMagnitude: 1, weakMagnitude: 0.6 }
  motor?.playEffect('dual-rumble', strength).catch(() => undefined)
}
