import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Ward } from '#contracts/storefront/units.ts'
import { hasWardWords, nameWithoutKind, wardWords } from '#pure/vietnamese/ward-words.ts'
import type { UnitOption } from '#storefront/pages/cart/payment-info/ward-option.ts'
import { TextField } from '#web/ui/field.tsx'
import { useProvinceWards } from '#storefront/pages/cart/payment-info/province-wards.ts'

interface WardComboboxProps {
  province_code: string
  /** The name of the saved ward. */
  saved_name: string
  text: RefObject<HTMLInputElement | null>
  /** Option value of the ward picked from the list; empty while the text is only typed. */
  picked: string
  onPick: (ward: UnitOption) => void
  onType: () => void
}

const max_shown = 50

/**
 * Type-ahead over the wards of a province, with or without accents (ARIA combobox with a list). Without
 * scripts it is a plain field, and the server searches for the typed name.
 */
export function WardCombobox(props: WardComboboxProps) {
  const { province_code, saved_name, text, picked } = props
  const id = useId()
  const [words, setWords] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const { wards, has_failed, load } = useProvinceWards(province_code)
  const matches = words === null ? [] : matchingWards(wards ?? [], words)
  const isOpen = words !== null && wards !== null

  function write(next: string) {
    if (words === null) scrollFieldUp(text.current)
    props.onType()
    load()
    setWords(next)
    setActive(-1)
  }

  function pick(ward: Ward) {
    props.onPick({ id: ward.ward_id, name: ward.name })
    setWords(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = matches[active]
    if (event.key === 'Escape' && isOpen) setWords(null)
    else if (event.key === 'Enter' && isOpen && chosen) pick(chosen)
    else if (step !== undefined && !isOpen) {
      scrollFieldUp(text.current)
      load()
      setWords('')
      setActive(-1)
    } else if (step !== undefined && matches.length > 0) {
      setActive(
        (active + step + matches.length + (active < 0 && step < 0 ? 1 : 0)) % matches.length,
      )
    } else return
    event.preventDefault()
  }

  return (
    <div className="relative">
      <input type="hidden" name="ward_id" value={picked} />
      <TextField
        ref={text}
        name="ward_name"
        label="Phường / Xã"
        required
        maxLength={100}
        placeholder="Gõ vài chữ đầu, ví dụ: ben thanh"
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && matches[active] ? `${id}-${active}` : undefined}
        defaultValue={saved_name}
        onFocus={load}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setWords(null)}
      />
      <p role="status" className="sr-only">
        {isOpen ? countOf(matches.length) : ''}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Phường, xã"
        hidden={!isOpen || matches.length === 0}
        className="absolute inset-x-0 z-20 mt-1 max-h-72 overflow-y-auto overscroll-contain rounded-xl border border-line bg-white p-1 shadow-pop"
      >
        {matches.map((ward, index) => (
          <WardOption
            key={ward.ward_id}
            id={`${id}-${index}`}
            name={ward.name}
            isActive={index === active}
            onPick={() => pick(ward)}
          />
        ))}
      </div>
      {isOpen && matches.length === 0 && (
        <p className="mt-1.5 text-sm text-muted">
          Không có phường, xã nào như vậy ở tỉnh thành đã chọn. Hãy thử từ khác, hoặc chọn “Địa chỉ
          cũ trước 01/07/2025”.
        </p>
      )}
      {has_failed && words !== null && (
        <p className="mt-1.5 text-sm text-muted">
          Chưa tải được danh sách. Bạn cứ nhập tên phường, xã rồi nhấn Tiếp tục.
        </p>
      )}
    </div>
  )
}

interface WardOptionProps {
  id: string
  name: string
  isActive: boolean
  onPick: () => void
}

function WardOption({ id, name, isActive, onPick }: WardOptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      // The field keeps the focus: a blur would close the list before the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      className="flex min-h-11 cursor-pointer items-center rounded-lg px-3 text-body hover:bg-mist aria-selected:bg-cream aria-selected:font-semibold aria-selected:text-accent"
    >
      {name}
    </div>
  )
}

/** Scrolls a field in the lower half of the screen up: its list would open behind the page's footer. */
function scrollFieldUp(field: HTMLInputElement | null): void {
  if (field && field.getBoundingClientRect().bottom > innerHeight / 2) {
    field.scrollIntoView({ block: 'start', behavior: 'instant' })
  }
}

function matchingWards(wards: readonly Ward[], typed: string): Ward[] {
  const words = wardWords(typed)
  const prefix = words.join(' ')
  const matches = wards.filter((ward) => hasWardWords(ward.name, words))
  const isFirst = (ward: Ward) => nameWithoutKind(ward.name).startsWith(prefix)
  return [...matches.filter(isFirst), ...matches.filter((ward) => !isFirst(ward))].slice(
    0,
    max_shown,
  )
}

function countOf(count: number): string {
  return count === 0 ? 'Không có phường, xã nào' : `${count} phường, xã, dùng mũi tên để chọn`
}
