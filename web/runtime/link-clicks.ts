import { type MouseEvent, useCallback } from 'react'
import { useNavigate } from 'react-router'
import { link_protocols } from '#web/runtime/link-protocols.ts'

/** Same-origin addresses that are not pages. The browser follows these itself. */
const NO_PAGE = /^\/(api|media|image|session|_data|build\.json)(\/|$)/

/**
 * Returns one click listener for all links of a layout, so that links are plain anchors. A React Router Link
 * takes 10 µs to render; the 150 links of a page would take half of the 3 ms of a render.
 * `data-scroll="keep"` preserves the scroll position, `data-history="replace"` replaces the current
 * history entry.
 */
export function useLinkClicks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate()
  return useCallback(
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link && isRefused(link)) event.preventDefault()
      if (!link || !isPlainClick(event) || !isPage(link)) return
      event.preventDefault()
      const keepsScroll = link.dataset['scroll'] === 'keep'
      // The router scrolls to a hash even with preventScrollReset.
      const hash = keepsScroll ? '' : link.hash
      void navigate(link.pathname + link.search + hash, {
        preventScrollReset: keepsScroll,
        replace: link.dataset['history'] === 'replace',
        // A page fades into the next one; a filter changes its list without.
        viewTransition: !keepsScroll && isMotionWanted(),
      })
    },
    [navigate],
  )
}

const isMotionWanted = () => matchMedia('(prefers-reduced-motion: no-preference)').matches

/** Whether a link would run code or has a target that the shop never opens (contract §5). */
function isRefused(link: HTMLAnchorElement): boolean {
  return link.hasAttribute('href') && !link_protocols.has(link.protocol)
}

function isPlainClick(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !event.defaultPrevented && event.button === 0 && !hasModifier
}

/** Whether a link leads to a page of this shop that can be shown without a full load. */
export function isPage(link: HTMLAnchorElement): boolean {
  if (link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) {
    return false
  }
  const isHere = link.pathname === location.pathname && link.search === location.search
  return !(isHere && link.hash !== '') && !NO_PAGE.test(link.pathname)
}
