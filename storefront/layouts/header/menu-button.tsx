import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { useRef } from 'react'
import { Icon } from '#web/ui/icons.tsx'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { usePanel } from '#web/ui/use-panel.ts'

/** The menu opens after a pointer rests this long. */
const REST_MS = 180

/**
 * "Danh mục": a link to the page of all categories. With JavaScript a press or a resting mouse opens the menu
 * over the page.
 */
export function MenuButton() {
  const { province_id } = useShop().province
  const menu = usePanel(() => loadMenu(province_id))
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    <>
      <a
        href={frame_paths.menu}
        data-scripted
        aria-haspopup="dialog"
        aria-expanded={menu.is_open || undefined}
        data-waiting={menu.is_waiting || undefined}
        onPointerEnter={({ pointerType, currentTarget }) => {
          menu.ask()
          if (pointerType !== 'mouse' || menu.is_open) return
          rest.current = setTimeout(() => menu.open(currentTarget), REST_MS)
        }}
        onPointerLeave={() => clearTimeout(rest.current)}
        onClick={(event) => {
          clearTimeout(rest.current)
          menu.onClick(event)
        }}
        className="menu-button"
      >
        <Icon name="layout-grid" className="size-5 max-lg:hidden" />
        Danh mục
      </a>
      {menu.panel ? <menu.panel.Panel {...menu.panel.props} /> : null}
    </>
  )
}

async function loadMenu(province_id: number) {
  const { loadMenuPopover } = await import('#storefront/layouts/header/menu-popover.tsx')
  return loadMenuPopover(province_id)
}
