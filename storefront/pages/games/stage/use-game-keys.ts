import { type RefObject, useEffect, useRef } from 'react'
import type { GameCode } from '#pure/games/game.ts'
import type { Run } from '#storefront/pages/games/stage/use-run.ts'

const lanes = 5

/** Keys while the stage has the focus: arrows or A and D, 1 to 5 and the space bar for the blade, P, Esc and M. */
export function useGameKeys(stage: RefObject<HTMLElement | null>, game: GameCode, run: Run): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const element = stage.current
    if (element === null) return undefined
    const keys = game === 'fruit-ninja' ? bladeKeys() : sideKeys()
    const onDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const is_button = event.target instanceof HTMLButtonElement
      if (is_button && (event.code === 'Space' || event.code === 'Enter')) return
      const current = latest.current
      const is_used =
        general(event, current) || (current.phase === 'playing' && keys.down(event, current))
      if (is_used) event.preventDefault()
    }
    const onUp = (event: KeyboardEvent) => keys.up(event, latest.current)
    element.addEventListener('keydown', onDown)
    element.addEventListener('keyup', onUp)
    return () => {
      element.removeEventListener('keydown', onDown)
      element.removeEventListener('keyup', onUp)
    }
  }, [stage, game])
}

function general({ code, repeat }: KeyboardEvent, run: Run): boolean {
  if (repeat) return false
  if (code === 'KeyM') run.turnSound()
  else if (code === 'KeyP' || code === 'Escape') {
    if (run.phase === 'playing') run.pause(true)
    else if (run.phase === 'paused') run.pause(false)
    else return false
  } else return false
  return true
}

interface Keys {
  down: (event: KeyboardEvent, run: Run) => boolean
  up: (event: KeyboardEvent, run: Run) => void
}

function sideKeys(): Keys {
  const held: (-1 | 1)[] = []
  const sideOf = (code: string) =>
    code === 'ArrowLeft' || code === 'KeyA' ? -1 : code === 'ArrowRight' || code === 'KeyD' ? 1 : 0
  const tell = (run: Run) => run.open.current?.controls.hold(held.at(-1) ?? 0)
  return {
    down: ({ code }, run) => {
      const side = sideOf(code)
      if (side === 0) return false
      if (!held.includes(side)) held.push(side)
      tell(run)
      return true
    },
    up: ({ code }, run) => {
      const at = held.indexOf(sideOf(code) as -1 | 1)
      if (at < 0) return
      held.splice(at, 1)
      tell(run)
    },
  }
}

function bladeKeys(): Keys {
  let lane = 2
  return {
    down: ({ code }, { open }) => {
      const digit = /^(?:Digit|Numpad)([1-5])$/.exec(code)?.[1]
      const side = code === 'ArrowLeft' ? -1 : code === 'ArrowRight' ? 1 : 0
      if (digit !== undefined) lane = Number(digit) - 1
      else if (side !== 0) lane = Math.max(0, Math.min(lanes - 1, lane + side))
      else if (code !== 'Space' && code !== 'ArrowUp') return false
      open.current?.chooseLane(lane)
      if (side === 0) open.current?.controls.slash(lane)
      return true
    },
    up: () => undefined,
  }
}
