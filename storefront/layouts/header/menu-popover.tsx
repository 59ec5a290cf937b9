import { type ComponentType, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import type { MenuEntry } from '#contracts/storefront/catalog.ts'
import type { CampaignLink } from '#contracts/storefront/landing/landing.ts'
import { serviceEntries } from '#storefront/commerce/categories/shop-services.ts'
import { fetchData } from '#web/runtime/on-demand.ts'
import type { PanelProps } from '#web/ui/use-panel.ts'
import { type MenuLists, MenuPanel } from '#storefront/layouts/header/menu-panel.tsx'

/** A menu opened by a pointer closes after the pointer was away this long. */
const AWAY_MS = 350

/** Loads the menu with the prices of a province. */
export async function loadMenuPopover(province_id: number): Promise<ComponentType<PanelProps>> {
  const [entries, campaigns, news] = await Promise.all([
    fetchData<MenuEntry[]>(`/api/catalog/v1/menu?province_id=${province_id}`),
    fetchData<CampaignLink[]>('/api/landing/v1/current'),
    fetchData<{ name: string; path: string }[]>('/api/content/v1/posts/categories'),
  ])
  const services = serviceEntries(campaigns, news)
  return function LoadedMenu(props) {
    return <MenuPopover {...props} entries={entries} services={services} />
  }
}

/** The menu below the header. It closes by Escape, a press outside, leaving it, or a navigation. */
function MenuPopover({ opener, by, onClose, ...lists }: PanelProps & MenuLists) {
  const panel = useRef<HTMLDivElement>(null)
  useDismissal(panel, { opener, by, onClose })
  useEffect(() => {
    if (by === 'key') panel.current?.querySelector('a')?.focus()
  }, [by])
  return (
    <div className="absolute inset-x-0 top-full h-dvh bg-night/50 text-ink [--focus-color:var(--color-accent)]">
      <div className="frame">
        <div
          ref={panel}
          role="dialog"
          aria-label="Danh mục sản phẩm"
          onKeyDown={(event) => {
            const next = neighbour(panel.current, event.target, event.key)
            if (!next) return
            event.preventDefault()
            next.focus()
          }}
          className="mt-2 max-h-[calc(100dvh-150px)] overflow-y-auto rounded-[20px] bg-white shadow-pop"
        >
          <MenuPanel {...lists} />
        </div>
      </div>
    </div>
  )
}

function useDismissal(
  panel: RefObject<HTMLDivElement | null>,
  { opener, by, onClose }: PanelProps,
): void {
  const close = useEffectEvent(onClose)
  const { key } = useLocation()
  const opened_at = useRef(key)
  useEffect(() => {
    if (key !== opened_at.current) close()
  }, [key])
  useEffect(() => {
    const isOurs = (target: EventTarget | null) =>
      target instanceof Node && (panel.current?.contains(target) || opener.contains(target))
    let away: ReturnType<typeof setTimeout> | undefined
    const onEvent = (event: Event) => {
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        opener.focus()
        return close()
      }
      if (event.type === 'pointerover') {
        clearTimeout(away)
        const isAway = by === 'rest' && event instanceof PointerEvent
        if (isAway && !isOurs(event.target)) away = setTimeout(close, AWAY_MS)
        return
      }
      if (!isOurs(event.target)) close()
    }
    const event_types = ['keydown', 'pointerdown', 'focusin', 'pointerover']
    for (const type of event_types) document.addEventListener(type, onEvent)
    // If the pointer left while the menu was loading, no further event follows.
    const isHovered = opener.matches(':hover') || panel.current?.matches(':hover')
    if (by === 'rest' && !isHovered) away = setTimeout(close, AWAY_MS)
    return () => {
      clearTimeout(away)
      for (const type of event_types) document.removeEventListener(type, onEvent)
    }
  }, [panel, opener, by])
}

/** The link that an arrow key leads to: up and down within a column, left and right between columns. */
function neighbour(panel: Element | null, from: EventTarget, key: string): HTMLElement | null {
  if (!panel || !(from instanceof HTMLElement)) return null
  const columns = [...panel.querySelectorAll<HTMLElement>('[data-column]')]
  const column_index = columns.findIndex((column) => column.contains(from))
  const links = linksOf(columns[column_index])
  const index = links.indexOf(from)
  if (key === 'ArrowDown') return links[(index + 1) % links.length] ?? null
  if (key === 'ArrowUp') return links.at(index - 1) ?? null
  const side = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (side === 0) return null
  const column = columns[column_index + side]
  // Left of the columns the focus returns to the current category.
  return column?.querySelector<HTMLElement>('[data-current]') ?? linksOf(column)[0] ?? null
}

function linksOf(column: Element | undefined): HTMLElement[] {
  return column ? [...column.querySelectorAll('a')] : []
}
