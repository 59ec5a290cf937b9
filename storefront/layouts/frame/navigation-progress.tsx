import { useNavigation } from 'react-router'

/** A thin line at the top while the next page is loading. A quick answer does not show it. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      aria-hidden
      className="fixed inset-x-0 top-0 z-50 h-1 origin-left animate-progress bg-bright [animation-delay:120ms] [animation-fill-mode:both]"
    />
  )
}
