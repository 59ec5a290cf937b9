import { type ComponentType, lazy, memo, Suspense, useState, useSyncExternalStore } from 'react'
import { firstUse } from '#web/runtime/first-use.ts'

/** A page's view whose code the browser fetches at the first use of the page. */
export interface LaterView<P> {
  View: ComponentType<P>
  /** Has the code at hand before the view is drawn: the server and every page reached by a click. */
  prepare: () => Promise<void>
}

/**
 * HTML from the server at once, alive from the first use on (decisions/062, 068): React leaves what
 * stands in a boundary as it is until the code has come. Links, folds and forms work before that.
 * Nothing is suspended where the code is at hand. Memo: a view is drawn anew for its own data only.
 */
export function laterView<P extends object>(
  load: () => Promise<ComponentType<P>>,
  wanted: () => Promise<void> = firstUse,
): LaterView<P> {
  let ready: ComponentType<P> | null = null
  const prepare = async () => {
    ready ??= await load()
  }
  const Asleep = lazy(async () => {
    await wanted()
    // A file that cannot be had (offline, an older build) leaves the page as the HTML it is.
    return { default: await load().catch(() => new Promise<never>(() => undefined)) }
  })
  function View(props: P) {
    const [Drawn] = useState(() => ready ?? (Asleep as ComponentType<P>))
    return (
      <Suspense fallback={null}>
        <Drawn {...props} />
        <SleepMark />
      </Suspense>
    )
  }
  return { View: memo(View) as unknown as ComponentType<P>, prepare }
}

/** Marks a page that no script is in charge of yet: tests wait for its end. */
function SleepMark() {
  const is_asleep = useSyncExternalStore(never, no, yes)
  return is_asleep ? <span hidden data-asleep /> : null
}
const never = () => () => undefined
const no = () => false
const yes = () => true
