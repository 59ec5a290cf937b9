import { Icon } from '#web/ui/icons.tsx'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ProvinceChanges as Changes } from '#contracts/storefront/quote.ts'
import type { OfficialProvince } from '#contracts/storefront/units.ts'
import {
  isOf,
  priceProvinces,
  type PriceProvince,
  provincesNamed,
} from '#storefront/commerce/province/price-provinces.ts'
import { useChangeProvince } from '#storefront/commerce/province/use-change-province.ts'
import { FormerNames } from '#storefront/commerce/province/former-names.tsx'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { buttonClass } from '#web/ui/button.ts'
import { showToast } from '#web/ui/toast-list.ts'
import { ProvinceChanges } from '#storefront/commerce/province/province-changes.tsx'

interface ProvincePanelProps {
  provinces: OfficialProvince[]
  onDone: () => void
}

/**
 * The content of the province dialog: a search field, the popular provinces, all others. Enter takes the only one
 * found, arrow keys go from the field through the list.
 */
export function ProvincePanel({ provinces, onDone }: ProvincePanelProps) {
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState<number | null>(null)
  const [changes, setChanges] = useState<Changes | null>(null)
  const change = useChangeProvince()
  const { popular, others } = priceProvinces(provinces)
  const choose = async (province: PriceProvince, is_confirmed = false) => {
    setBusy(province.province_id)
    try {
      const pending_changes = await change(province.province_id, is_confirmed)
      setChanges(pending_changes)
      if (pending_changes) return
      showToast({ kind: 'success', text: `Đã chuyển sang giá và tồn kho tại ${province.name}.` })
      onDone()
    } catch {
      showToast({ kind: 'error', text: 'Chưa đổi được tỉnh thành. Vui lòng thử lại.' })
    } finally {
      setBusy(null)
    }
  }
  const all = [...popular, ...others]
  const wanted_province = all.find((province) => province.province_id === changes?.province_id)
  if (changes && wanted_province) {
    return (
      <ConfirmChange
        changes={changes}
        isBusy={busy !== null}
        onCancel={() => setChanges(null)}
        onChange={() => void choose(wanted_province, true)}
      />
    )
  }
  const isSearching = words.trim() !== ''
  const matches = isSearching ? provincesNamed(all, words) : others
  return (
    <div
      className="grid gap-5"
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        // In a search field the browser only empties it.
        if (event.key === 'Escape') onDone()
        else moveFocus(event)
      }}
    >
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          const [only, ...more] = matches
          if (isSearching && only && more.length === 0 && busy === null) void choose(only)
        }}
      >
        <label className="relative block">
          <span className="sr-only">Tìm tỉnh, thành phố</span>
          <Icon name="search" className="absolute top-3 left-4 size-5 text-muted" />
          <input
            type="search"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            placeholder="Nhập tên tỉnh, thành phố"
            className="h-11 w-full rounded-button border border-line pr-4 pl-11"
          />
        </label>
      </form>
      <ProvinceList
        title="Được chọn nhiều"
        list={isSearching ? [] : popular}
        busy={busy}
        onChoose={(province) => void choose(province)}
      />
      <ProvinceList
        title="Tỉnh, thành phố"
        list={matches}
        busy={busy}
        onChoose={(province) => void choose(province)}
      />
      {isSearching && matches.length === 0 ? (
        <p role="status">Không có tỉnh, thành phố nào tên “{words}”. Hãy thử từ khác.</p>
      ) : null}
    </div>
  )
}

/** Moves the focus from the field to the first province, and from one to the next. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')]
  const next = stops[stops.findIndex((stop) => stop === event.target) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

interface ConfirmChangeProps {
  changes: Changes
  isBusy: boolean
  onCancel: () => void
  onChange: () => void
}

/** Shows what would change in the cart or checkout, and asks for confirmation. */
function ConfirmChange({ changes, isBusy, onCancel, onChange }: ConfirmChangeProps) {
  const { province } = useShop()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <h3 ref={title} tabIndex={-1} className="text-lg font-extrabold outline-none">
        Chuyển sang {changes.province_name}?
      </h3>
      <p>Khi chuyển từ {province.name}, đơn của bạn sẽ thay đổi như sau:</p>
      <ProvinceChanges changes={changes} />
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          onClick={onCancel}
          className={buttonClass('outline', 'min-w-36 flex-1')}
        >
          Giữ {province.name}
        </button>
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) onChange()
          }}
          className={buttonClass('primary', 'min-w-36 flex-1')}
        >
          Chuyển sang {changes.province_name}
        </button>
      </div>
    </div>
  )
}

interface ProvinceListProps {
  title: string
  list: readonly PriceProvince[]
  busy: number | null
  onChoose: (province: PriceProvince) => void
}

function ProvinceList({ title, list, busy, onChoose }: ProvinceListProps) {
  const { province: current } = useShop()
  if (list.length === 0) return null
  return (
    <section>
      <h3 className="text-sm text-muted">{title}</h3>
      <ul className="mt-2 grid grid-cols-2 gap-2 large-text:grid-cols-1 sm:grid-cols-3">
        {list.map((province) => (
          <li key={province.province_id}>
            <button
              type="button"
              disabled={busy !== null}
              aria-current={isOf(province, current) ? 'true' : undefined}
              onClick={() => onChoose(province)}
              className="flex min-h-11 w-full items-center gap-2 rounded-xl border border-line px-3 py-2 text-left text-body hover:border-ink disabled:opacity-60 aria-current:border-accent aria-current:bg-cream aria-current:font-semibold aria-current:text-accent"
            >
              <span className="min-w-0 flex-1">
                {province.name}
                <FormerNames names={province.former_names} />
              </span>
              {isOf(province, current) ? <Icon name="check" className="size-4 shrink-0" /> : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
