import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { dataPath } from '#admin/addresses/addresses.ts'
import { followLive } from '#admin/kit/live/shared-stream.ts'
import type { DataAnswer } from '#admin/runtime/browser/browser-source.ts'
import { withLimit } from '#web/runtime/time-limit.ts'

/** Data of a page that is kept up to date. */
interface Marked {
  /** Names the state of the data, as the event stream does. */
  mark: string
}

interface Live<D> {
  data: D
  /** The session has ended: nothing more is asked for. The page stays, with what was typed. */
  is_signed_out: boolean
}

/**
 * Keeps the data of a page up to date, without a navigation: a failed request changes nothing, and the page keeps
 * what was typed and focused. The answer passes the same permission checks as the page.
 */
export function useLiveData<D extends Marked>(loaded: D): Live<D> {
  const { pathname, search } = useLocation()
  const [fresh, setFresh] = useState({ loaded, data: loaded, is_signed_out: false })
  const data = fresh.loaded === loaded ? fresh.data : loaded
  const mark = useRef(data.mark)
  useEffect(() => {
    mark.current = data.mark
  }, [data])
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const ask = oneAtATime(async () => {
      const answer = await askPage<D>(dataPath(pathname) + search, signal)
      if (signal.aborted || answer === null) return
      if (answer === 'signed_out') {
        stop()
        return setFresh((before) => ({ ...before, is_signed_out: true }))
      }
      mark.current = answer.mark
      setFresh({ loaded, data: answer, is_signed_out: false })
    })
    const stop = followLive((news) => {
      if (news === null || news !== mark.current) ask()
    })
    return () => {
      leaving.abort()
      stop()
    }
  }, [loaded, pathname, search])
  return { data, is_signed_out: fresh.is_signed_out }
}

/** What is asked for during a request is asked for once more after it. */
function oneAtATime(work: () => Promise<void>): () => void {
  let is_running = false
  let is_due = false
  const run = async () => {
    if (is_running) {
      is_due = true
      return
    }
    is_running = true
    do {
      is_due = false
      await work()
    } while (is_due)
    is_running = false
  }
  return () => void run()
}

/** Asks for the data of a page. Null: it could not be had now. */
async function askPage<D>(path: string, signal: AbortSignal): Promise<D | 'signed_out' | null> {
  try {
    const response = await fetch(path, { signal: withLimit(signal) })
    if (response.status === 401) return 'signed_out'
    if (!response.ok) return null
    const answer = (await response.json()) as DataAnswer
    return answer.kind === 'page' ? (answer.data as D) : null
  } catch {
    // Not connected, too slow, or the shop restarts.
    return null
  }
}
