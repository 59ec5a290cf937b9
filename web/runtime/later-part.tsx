import { type ComponentType, createElement, memo, Suspense, use } from 'react'

/**
 * A part far down a page whose script is not among those that make the page alive. The server renders it with the
 * page; React hydrates it when its script has come. Until then its links and plain forms work without.
 */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let ready: ComponentType<Props> | null = null
  let attempt: Promise<ComponentType<Props>> | null = null
  /** Loads the part. The server does so when it starts, a browser before it shows the page after a link. */
  const prepare = async (): Promise<void> => {
    ready ??= await load()
  }
  // If the script does not come, the part stays as the server rendered it.
  const arrival = () => (attempt ??= load().catch(() => new Promise<never>(() => undefined)))
  function Loaded(props: Props) {
    return createElement(ready ?? use(arrival()), props)
  }
  const Part = memo((props: Props) => (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  ))
  return { Part, prepare }
}
