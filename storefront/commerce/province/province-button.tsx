import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { useLocation } from 'react-router'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Icon } from '#web/ui/icons.tsx'
import { usePanel } from '#web/ui/use-panel.ts'

/** Address of the page that chooses a province without JavaScript and returns to this page. */
export function useProvincePage(): string {
  const { pathname, search } = useLocation()
  return withQuery(frame_paths.province, { return_to: pathname + search })
}

interface ProvinceButtonProps {
  /** In the header, or as a line of text within a page. */
  look?: 'header' | 'line'
  /** The province of the page's prices, if it is not the one in the header. */
  province_name?: string | undefined
}

/** "Xem giá tại …": a link to the page of provinces. With JavaScript it opens a dialog. */
export function ProvinceButton({ look = 'header', province_name }: ProvinceButtonProps) {
  const { province } = useShop()
  const name = province_name ?? province.name
  const page = useProvincePage()
  const { panel, is_waiting, ask, onClick } = usePanel(loadDialog)
  if (province.name === '') return null
  return (
    <>
      <a
        href={page}
        data-scripted
        aria-haspopup="dialog"
        data-waiting={is_waiting || undefined}
        onPointerEnter={ask}
        onClick={onClick}
        className={`data-waiting:animate-pulse ${looks[look]}`}
      >
        {look === 'header' ? <HeaderLabel name={name} /> : <LineLabel name={name} />}
      </a>
      {panel ? <panel.Panel {...panel.props} /> : null}
    </>
  )
}

const looks = {
  header: 'header-province',
  line: 'flex min-h-11 w-fit items-center gap-2 rounded-lg text-body hover:underline',
}

function HeaderLabel({ name }: { name: string }) {
  return (
    <>
      <span className="min-w-0 leading-tight">
        <span className="block truncate text-xs text-white/80 large-text:sr-only">Xem giá tại</span>
        <span className="block max-w-28 truncate text-sm font-semibold large-text:max-w-none">
          {name}
        </span>
      </span>
      {/* After the words, which begin at the right edge on a phone: they do not move when it has arrived. */}
      <Icon name="map-pin" className="order-first size-5 shrink-0 text-bright" />
    </>
  )
}

function LineLabel({ name }: { name: string }) {
  return (
    <>
      <Icon name="map-pin" className="size-5 shrink-0 text-accent" />
      <span>
        Giá tại <strong>{name}</strong> ·{' '}
        <span className="font-semibold text-accent">Thay đổi</span>
      </span>
    </>
  )
}

async function loadDialog() {
  return (await import('#storefront/commerce/province/province-dialog.tsx')).loadProvinceDialog()
}
