import { MapPin } from '#storefront/ui/icons.tsx'
import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import type { Province } from '#contracts/locations.ts'
import { addresses, withQuery } from '#storefront/addresses.ts'
import { useShop } from '#storefront/shop-data.ts'
import { Dialog, useDialog } from '#storefront/ui/dialog.tsx'
import { fetchData, type OnDemand, useOnDemand } from '#storefront/ui/on-demand.ts'
import { SkeletonLines } from '#storefront/ui/skeleton.tsx'

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
  const { ref, open, close } = useDialog()
  const provinces = useOnDemand(loadProvinces)
  const openHere = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    provinces.ask()
    open()
  }
  if (province.name === '') return null
  return (
    <>
      <a
        href={page}
        aria-haspopup="dialog"
        onPointerEnter={provinces.ask}
        onClick={openHere}
        className={looks[look]}
      >
        {look === 'header' ? <HeaderWords name={name} /> : <LineWords name={name} />}
      </a>
      <Dialog ref={ref} title="Chọn tỉnh, thành phố">
        <Inside provinces={provinces} page={page} onDone={close} />
      </Dialog>
    </>
  )
}

const looks = {
  header:
    'flex h-11 items-center gap-2 rounded-button px-3 text-left md:shrink-0 text-white transition-colors hover:bg-white/10 max-md:-mr-2',
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

type Loaded = Awaited<ReturnType<typeof loadProvinces>>

interface InsideProps {
  provinces: OnDemand<Loaded>
  page: string
  onDone: () => void
}

function Inside({ provinces, page, onDone }: InsideProps) {
  if (provinces.value) {
    const { ProvincePanel, list } = provinces.value
    return <ProvincePanel provinces={list} onDone={onDone} />
  }
  if (!provinces.has_failed) return <SkeletonLines count={5} />
  return (
    <p>
      Chưa tải được danh sách tỉnh thành.{' '}
      <a href={page} className="font-semibold text-accent underline">
        Mở trang chọn tỉnh thành
      </a>
    </p>
  )
}

async function loadProvinces() {
  const [{ ProvincePanel }, list] = await Promise.all([
    import('#storefront/widgets/province-panel.tsx'),
    fetchData<Province[]>('/api/locations/v1/provinces'),
  ])
  return { ProvincePanel, list }
}
