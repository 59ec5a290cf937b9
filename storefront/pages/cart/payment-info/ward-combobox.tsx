import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Ward } from '#contracts/storefront/units.ts'
import { hasWardWords, wardWords } from '#pure/vietnamese/ward-words.ts'
import type { PlaceOption } from '#storefront/pages/cart/payment-info/ward-option.ts'
import { TextField } from '#web/ui/field.tsx'
import { useProvinceWards } from '#storefront/pages/cart/payment-info/province-wards.ts'

interface WardComboboxProps {
  province_code: string
  /** The name that was saved before. */
  saved_name: string
  text: RefObject<HTMLInputElement | null>
  /** Value of the ward that was picked from the list, or nothing while the text is only typed. */
  picked: string
  onPick: (ward: PlaceOption) => void
  onType: () => void
}

const shown_at_most = 50

/**
 * Type-ahead over the wards of a province, accents or not (ARIA combobox with a list). Without
 * scripts it is a plain field and the server looks for what was typed.
 */
export function WardCombobox(props: WardComboboxProps) {
  const { province_code, saved_name, text, picked } = props
  const id = useId()
  const [words, setWords] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const { wards, has_failed, ask } = useProvinceWards(province_code)
  const found = words === null ? [] : matching(wards ?? [], words)
  const isOpen = words !== null && wards !== null

  function write(next: string) {
    if (words === null) makeRoom(text.current)
    props.onType()
    ask()
    setWords(next)
    setActive(-1)
  }

  function pick(ward: Ward) {
    props.onPick({ id: ward.ward_id, name: ward.name })
    setWords(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = found[active]
    if (event.key === 'Escape' && isOpen) setWords(null)
    else if (event.key === 'Enter' && isOpen && chosen) pick(chosen)
    else if (step !== undefined && !isOpen) {
      makeRoom(text.current)
      ask()
      setWords('')
      setActive(-1)
    } else if (step !== undefined && found.length > 0) {
      setActive((active + step + found.length + (active < 0 && step < 0 ? 1 : 0)) % found.length)
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
        aria-activedescendant={isOpen && found[active] ? `${id}-${active}` : undefined}
        defaultValue={saved_name}
        onFocus={ask}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setWords(null)}
      />
      <p role="status" className="sr-only">
        {isOpen ? countOf(found.length) : ''}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Phường, xã"
        hidden={!isOpen || found.length === 0}
        className="absolute inset-x-0 z-20 mt-1 max-h-72 overflow-y-auto overscroll-contain rounded-xl border border-line bg-white p-1 shadow-pop"
      >
        {found.map((ward, index) => (
          <WardOption
            key={ward.ward_id}
            id={`${id}-${index}`}
            name={ward.name}
            isActive={index === active}
            onPick={() => pick(ward)}
          />
        ))}
      </div>
      {isOpen && found.length === 0 && (
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
      // The field keeps the focus, or the list would close before the choice is made.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      className="flex min-h-11 cursor-pointer items-center rounded-lg px-3 text-[15px] hover:bg-mist aria-selected:bg-cream aria-selected:font-semibold aria-selected:text-accent"
    >
      {name}
    </div>
  )
}

/** On a phone the list would open behind the foot of the page: the field goes up first. */
function makeRoom(field: HTMLInputElement | null): void {
  if (field && field.getBoundingClientRect().bottom > innerHeight / 2) {
    field.scrollIntoView({ block: 'start', behavior: 'instant' })
  }
}

function matching(wards: readonly Ward[], typed: string): Ward[] {
  const words = wardWords(typed)
  const beginning = words.join(' ')
  const found = wards.filter((ward) => hasWardWords(ward.name, words))
  const isFirst = (ward: Ward) => wardWords(ward.name).slice(1).join(' ').startsWith(beginning)
  return [...found.filter(isFirst), ...found.filter((ward) => !isFirst(ward))].slice(
    0,
    shown_at_most,
  )
}

function countOf(count: number): string {
  return count === 0 ? 'Không có phường, xã nào' : `${count} phường, xã, dùng mũi tên để chọn`
}
