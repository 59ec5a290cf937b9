import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { staff_root } from '#admin/addresses/addresses.ts'
import type { Waiting } from '#admin/kit/frame-data.ts'

export interface LiveWaiting extends Waiting {
  /** The session has ended: the numbers are no longer new. */
  is_signed_out: boolean
}

const nothing: LiveWaiting = { tiles: [], mark: '', now: 0, is_signed_out: false }

/** What waits, as the frame keeps it up to date. */
export const WaitingContext = createContext(nothing)
export const useWaiting = () => useContext(WaitingContext)

/** Beside the menu of other pages numbers may be this old, so that hundreds of open pages ask seldom. */
const menu_gap_ms = 15_000

/** Keeps what waits up to date, as soon as the page works. Called once, by the frame. */
export function useKeptWaiting(first: Waiting | undefined): LiveWaiting {
  const [live, setLive] = useState({ ...nothing, ...first })
  const { pathname } = useLocation()
  const gap_ms = useRef(0)
  const mark = useRef(live.mark)
  useEffect(() => {
    gap_ms.current = pathname === staff_root ? 0 : menu_gap_ms
  }, [pathname])
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    import('#admin/kit/live/keep-waiting.ts').then(
      ({ keepWaiting }) => {
        if (signal.aborted) return
        keepWaiting({
          mark: mark.current,
          gapMs: () => gap_ms.current,
          onWaiting: (waiting) => setLive({ ...waiting, is_signed_out: false }),
          onSignedOut: () => setLive((before) => ({ ...before, is_signed_out: true })),
          signal,
        })
      },
      () => undefined,
    )
    return () => leaving.abort()
  }, [])
  return live
}
