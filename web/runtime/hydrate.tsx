import { type ReactNode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Hydration waits for an idle period, but not longer than this. */
const IDLE_AT_LATEST_MS = 300

/**
 * Hydrates the whole page in steps of a few milliseconds, so that input and frames are handled between them.
 * Resolves when all listeners and effects are in place. Then `html[data-hydrated]` is set, and early presses are
 * repeated (web/runtime/early-presses.ts).
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

/** Calls `onHydrated` when the page is hydrated: effects of a parent run after those of its children. */
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
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in globalThis)) setTimeout(resolve)
    else requestIdleCallback(() => resolve(), { timeout: IDLE_AT_LATEST_MS })
  })
}
