import { LayoutGrid } from '#storefront/ui/icons.tsx'
import { type MouseEvent, useRef } from 'react'
import type { MenuEntry } from '#contracts/catalog.ts'
import { addresses } from '#storefront/addresses.ts'
import { fetchData, useOnDemand } from '#storefront/ui/on-demand.ts'
import { SkeletonLines } from '#storefront/ui/skeleton.tsx'

const PANEL = 'menu-panel'

/**
 * "Danh mục": a link to the page of all categories which, with JavaScript, opens the menu over the
 * page instead. What is in the menu is fetched when it is first opened.
 */
export function MenuButton() {
  const panel = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  const menu = useOnDemand(loadMenu)
  const isOpen = () => panel.current?.matches(':popover-open') ?? false
  const toggle = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!panel.current?.showPopover || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // A press beside an open popover has closed it already when the click comes.
    const closes = event.detail > 0 ? wasOpen.current : isOpen()
    if (closes) return panel.current.hidePopover()
    menu.ask()
    placeUnder(panel.current, event.currentTarget)
    panel.current.showPopover()
  }
  return (
    <>
      <a
        href={addresses.menu.path}
        aria-haspopup="true"
        onPointerEnter={menu.ask}
        onPointerDown={() => {
          wasOpen.current = isOpen()
        }}
        onClick={toggle}
        className="hidden h-11 shrink-0 items-center gap-2 rounded-button bg-white/12 px-4 text-[15px] font-semibold text-white transition-colors hover:bg-white/20 md:flex"
      >
        <LayoutGrid className="size-5" />
        Danh mục
      </a>
      <div
        ref={panel}
        id={PANEL}
        popover="auto"
        role="dialog"
        aria-label="Danh mục sản phẩm"
        className="fixed inset-x-0 m-0 mx-auto max-h-[calc(100dvh-120px)] w-[min(1200px,calc(100%-32px))] overflow-y-auto rounded-3xl bg-white p-4 text-ink shadow-pop [--focus-color:var(--color-accent)] backdrop:bg-night/45"
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) {
            panel.current?.hidePopover()
          }
        }}
      >
        <MenuInside menu={menu} />
      </div>
    </>
  )
}

type Loaded = Awaited<ReturnType<typeof loadMenu>>

function MenuInside({ menu }: { menu: { value: Loaded | null; has_failed: boolean } }) {
  if (menu.value) return <menu.value.MenuPanel entries={menu.value.entries} />
  if (!menu.has_failed) return <SkeletonLines count={6} />
  return (
    <p className="p-4">
      Chưa tải được danh mục.{' '}
      <a href={addresses.menu.path} className="font-semibold text-accent underline">
        Xem trang tất cả danh mục
      </a>
    </p>
  )
}

async function loadMenu() {
  const [{ MenuPanel }, entries] = await Promise.all([
    import('#storefront/widgets/menu-panel.tsx'),
    fetchData<MenuEntry[]>('/api/catalog/v1/menu'),
  ])
  return { MenuPanel, entries }
}

function placeUnder(panel: HTMLElement, button: HTMLElement): void {
  const header = button.closest('header') ?? button
  panel.style.top = `${header.getBoundingClientRect().bottom + 8}px`
}
