import { useLocation } from 'react-router'
import { addresses, withQuery } from '#storefront/addresses/addresses.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { MapPin } from '#web/ui/icons.tsx'
import { usePanel } from '#web/ui/use-panel.ts'

/** The page where the province is chosen without JavaScript, and the way back from it. */
export function useProvincePage(): string {
  const { pathname, search } = useLocation()
  return withQuery(addresses.province.path, { return_to: pathname + search })
}

interface ProvinceButtonProps {
  /** The look of the header, or a line of text within a page. */
  look?: 'header' | 'line'
  /** Of the prices that the page shows, when they are not those of the header. */
  province_name?: string | undefined
}

/** "Xem giá tại …": a link to the page of provinces which, with JavaScript, opens a dialog instead. */
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
        {look === 'header' ? <HeaderWords name={name} /> : <LineWords name={name} />}
      </a>
      {panel ? <panel.Panel {...panel.props} /> : null}
    </>
  )
}

const looks = {
  header:
    'flex h-11 items-center gap-2 rounded-button px-2 text-left md:shrink-0 lg:px-3 text-white transition-colors hover:bg-white/10 max-md:-mr-2',
  line: 'flex min-h-11 w-fit items-center gap-2 rounded-lg text-[15px] hover:underline',
}

function HeaderWords({ name }: { name: string }) {
  return (
    <>
      <MapPin className="size-5 shrink-0 text-bright" />
      <span className="min-w-0 leading-tight">
        <span className="block truncate text-xs text-white/80">Xem giá tại</span>
        <span className="block max-w-28 truncate text-sm font-semibold">{name}</span>
      </span>
    </>
  )
}

function LineWords({ name }: { name: string }) {
  return (
    <>
      <MapPin className="size-5 shrink-0 text-accent" />
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
