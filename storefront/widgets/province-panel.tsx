import { Check, Search } from '#storefront/ui/icons.tsx'
import { useState } from 'react'
import type { Province } from '#contracts/locations.ts'
import { fold } from '#pure/vietnamese-text.ts'
import { useChangeProvince } from '#storefront/change-province.ts'
import { useShop } from '#storefront/shop-data.ts'
import { showToast } from '#storefront/ui/toasts.tsx'

interface ProvincePanelProps {
  provinces: Province[]
  onDone: () => void
}

/** The inside of the province dialog: a search box, the popular ones, all of them. */
export function ProvincePanel({ provinces, onDone }: ProvincePanelProps) {
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState<number | null>(null)
  const change = useChangeProvince()
  const choose = async (province: Province) => {
    setBusy(province.province_id)
    try {
      await change(province.province_id)
      showToast({ kind: 'success', text: `Đã chuyển sang giá và tồn kho tại ${province.name}.` })
      onDone()
    } catch {
      showToast({ kind: 'error', text: 'Chưa đổi được tỉnh thành. Vui lòng thử lại.' })
    } finally {
      setBusy(null)
    }
  }
  const sought = fold(words.trim())
  const found = provinces.filter((province) => fold(province.name).includes(sought))
  const popular = sought === '' ? found.filter((province) => province.is_popular) : []
  const others = found.filter((province) => !popular.includes(province))
  return (
    <div className="grid gap-5">
      <label className="relative block">
        <span className="sr-only">Tìm tỉnh, thành phố</span>
        <Search className="absolute top-3 left-4 size-5 text-muted" />
        <input
          type="search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          placeholder="Nhập tên tỉnh, thành phố"
          className="h-11 w-full rounded-button border border-line pr-4 pl-11"
        />
      </label>
      <ProvinceList title="Được chọn nhiều" list={popular} busy={busy} onChoose={choose} />
      <ProvinceList title="Tỉnh, thành phố" list={others} busy={busy} onChoose={choose} />
      {found.length === 0 ? (
        <p role="status">Không có tỉnh, thành phố nào tên “{words}”. Hãy thử từ khác.</p>
      ) : null}
    </div>
  )
}

interface ProvinceListProps {
  title: string
  list: Province[]
  busy: number | null
  onChoose: (province: Province) => void
}

function ProvinceList({ title, list, busy, onChoose }: ProvinceListProps) {
  const { province: current } = useShop()
  if (list.length === 0) return null
  return (
    <section>
      <h3 className="text-sm text-muted">{title}</h3>
      <ul className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-3">
        {list.map((province) => (
          <li key={province.province_id}>
            <button
              type="button"
              disabled={busy !== null}
              aria-current={province.province_id === current.province_id ? 'true' : undefined}
              onClick={() => onChoose(province)}
              className="flex min-h-11 w-full items-center gap-2 rounded-xl border border-line px-3 py-2 text-left text-[15px] hover:border-ink disabled:opacity-60 aria-current:border-accent aria-current:bg-cream aria-current:font-semibold aria-current:text-accent"
            >
              <span className="flex-1">{province.name}</span>
              {province.province_id === current.province_id ? <Check className="size-4" /> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
