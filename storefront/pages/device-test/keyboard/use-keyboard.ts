import { useEffect, useReducer, useRef, useState } from 'react'
import {
  empty_log,
  type KeyLog,
  type KeySign,
  noteKey,
  releaseAll,
} from '#storefront/pages/device-test/keyboard/key-log.ts'

/** Escape twice within this time ends the capture, so that no key locks anybody in. */
const twice_ms = 600

type Change = KeySign | 'release' | 'reset'

interface Keyboard {
  log: KeyLog
  /** Whether keys reach the test alone, and not the page and the browser. */
  isCapturing: boolean
  /** A key without a code: a keyboard on the screen, or a program that types. */
  hasUnknown: boolean
  start: () => void
  stop: () => void
  reset: () => void
}

/** Hears every key while the page is open. While it captures, keys do nothing else. */
export function useKeyboard(): Keyboard {
  const [log, dispatch] = useReducer(nextLog, empty_log)
  const [isCapturing, setCapturing] = useState(false)
  const [hasUnknown, setUnknown] = useState(false)
  const escaped_at = useRef(-twice_ms)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isCapturing && isTyping(event.target)) return
      if (isCapturing) {
        event.preventDefault()
        event.stopPropagation()
      }
      if (event.code === '' || event.code === 'Unidentified') return setUnknown(true)
      dispatch(signOf(event))
      if (event.code !== 'Escape' || event.type !== 'keydown' || event.repeat) return
      if (event.timeStamp - escaped_at.current < twice_ms) setCapturing(false)
      escaped_at.current = event.timeStamp
    }
    const onLeave = () => dispatch('release')
    addEventListener('keydown', onKey, true)
    addEventListener('keyup', onKey, true)
    addEventListener('blur', onLeave)
    return () => {
      removeEventListener('keydown', onKey, true)
      removeEventListener('keyup', onKey, true)
      removeEventListener('blur', onLeave)
    }
  }, [isCapturing])
  return {
    log,
    isCapturing,
    hasUnknown,
    start: () => setCapturing(true),
    stop: () => setCapturing(false),
    reset: () => {
      dispatch('reset')
      setUnknown(false)
    },
  }
}

function nextLog(log: KeyLog, change: Change): KeyLog {
  if (change === 'reset') return empty_log
  return change === 'release' ? releaseAll(log) : noteKey(log, change)
}

function signOf({ code, timeStamp, type, repeat }: KeyboardEvent): KeySign {
  const is_down = type === 'keydown'
  return { code, at: timeStamp, heard_at: performance.now(), is_down, is_repeat: repeat }
}

/** Whoever types into a field of the page tests nothing. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input:not([type=radio]), textarea, select')
}
