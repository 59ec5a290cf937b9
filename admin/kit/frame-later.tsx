import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import type { LiveWaiting } from '#admin/kit/frame-data.ts'
import { keepWaiting } from '#admin/kit/live/keep-waiting.ts'
import { DraftKeeper } from '#admin/kit/typed/draft-keeper.tsx'
import type { SentForms } from '#admin/kit/typed/sent-forms.ts'
import { UnsavedGuard } from '#admin/kit/unsaved-guard.tsx'

/** Pages that show what waits as their own content: their numbers are never older than the stream. */
const live_paths: readonly string[] = [addresses.today.path, addresses.order_calls.path]

/** Beside the menu of other pages numbers may be this old, so that hundreds of open pages ask seldom. */
const menu_gap_ms = 15_000

interface FrameLaterProps {
  sent: SentForms
  first: LiveWaiting
  onWaiting: (waiting: LiveWaiting) => void
}

/**
 * What the frame does once the page works: it keeps the numbers up to date, keeps drafts of forms, and asks before
 * typed text is lost.
 */
export function FrameLater({ sent, first, onWaiting }: FrameLaterProps) {
  const { pathname } = useLocation()
  const gap_ms = useRef(0)
  useEffect(() => {
    gap_ms.current = live_paths.includes(pathname) ? 0 : menu_gap_ms
  }, [pathname])
  useEffect(() => {
    const leaving = new AbortController()
    keepWaiting({ first, gapMs: () => gap_ms.current, onWaiting, signal: leaving.signal })
    return () => leaving.abort()
  }, [first, onWaiting])
  return (
    <>
      <DraftKeeper />
      <UnsavedGuard sent={sent} />
    </>
  )
}
