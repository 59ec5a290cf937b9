import { type ReactNode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** An idle moment is waited for, but not longer than this. */
const IDLE_AT_LATEST_MS = 300

/**
 * Hydrates the whole page: React takes over what the server sent, in steps of some milliseconds that let
 * a finger or a frame pass between them. Settles when every listener and effect is in place; from then on
 * `html[data-hydrated]` is set, and early presses are repeated (web/runtime/early-presses.ts).
 */
export async function hydratePage(root: Element, page: ReactNode): Promise<void> {
  await idleMoment()
  await new Promise<void>((resolve) => {
    startTransition(() => {
      hydrateRoot(root, <Hydrated onHydrated={resolve}>{page}</Hydrated>)
    })
  })
}

interface HydratedProps {
  onHydrated: () => void
  children: ReactNode
}

/** Effects of a parent run after those of everything in it. */
function Hydrated({ onHydrated, children }: HydratedProps) {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
    document.dispatchEvent(new Event('hydrated'))
    onHydrated()
  }, [onHydrated])
  return children
}

function idleMoment(): Promise<void> {
  return new Promise((resolve) => {
    // Safari knows no idle callbacks.
    if (!('requestIdleCallback' in globalThis)) setTimeout(resolve)
    else requestIdleCallback(() => resolve(), { timeout: IDLE_AT_LATEST_MS })
  })
}
