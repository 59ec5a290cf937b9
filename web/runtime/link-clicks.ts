import { type MouseEvent, useCallback } from 'react'
import { useNavigate } from 'react-router'
import { destinationOf } from '#web/runtime/safe-navigation.ts'

/** Same-origin addresses that are no pages: the browser follows these itself. */
const NO_PAGE = /^\/(api|media|image|session|_data|build\.json)(\/|$)/

/**
 * One click listener for all links of a frame, so that links are plain anchors. A React Router Link
 * costs 10 µs to render; the 150 of a page would take half of the render's 3 ms.
 * `data-scroll="keep"` leaves the page where it is scrolled to, `data-history="replace"` makes no
 * new entry for the back button.
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
      // The router goes to a place that is named, whatever else it was told.
      const place = keepsScroll ? '' : link.hash
      void navigate(link.pathname + link.search + place, {
        preventScrollReset: keepsScroll,
        replace: link.dataset['history'] === 'replace',
      })
    },
    [navigate],
  )
}

/** A link that would run something, or lead where no browser should be led (contract §5). */
function isRefused(link: HTMLAnchorElement): boolean {
  return link.hasAttribute('href') && destinationOf(link.href, location.href).kind === 'refused'
}

function isPlainClick(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !event.defaultPrevented && event.button === 0 && !hasModifier
}

/** Whether a link leads to a page of this shop that a click can show without loading anew. */
export function isPage(link: HTMLAnchorElement): boolean {
  if (link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) {
    return false
  }
  const isHere = link.pathname === location.pathname && link.search === location.search
  return !(isHere && link.hash !== '') && !NO_PAGE.test(link.pathname)
}
