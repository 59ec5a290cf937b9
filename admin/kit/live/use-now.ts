import { useEffect, useState } from 'react'

const every_ms = 30_000

/** The time of the server (ms), which goes on while the page is open: at first exactly `loaded_at`. */
export function useNow(loaded_at: number): number {
  const [passed, setPassed] = useState({ since: loaded_at, ms: 0 })
  useEffect(() => {
    const began = performance.now()
    const tick = () => setPassed({ since: loaded_at, ms: performance.now() - began })
    const timer = setInterval(tick, every_ms)
    return () => clearInterval(timer)
  }, [loaded_at])
  return loaded_at + (passed.since === loaded_at ? passed.ms : 0)
}
