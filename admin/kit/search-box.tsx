import { type FormEvent, useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import { searchText } from '#admin/kit/search-text.ts'
import { isTextField, max_scan_gap_ms, pressKeyed, useKeys } from '#admin/kit/keyboard.ts'

/** The box that finds everything. "/" focuses it, and what is scanned anywhere outside of a field goes to it. */
export function SearchBox() {
  const navigate = useNavigate()
  const go = (text: string) => {
    const query = new URLSearchParams({ q: searchText(text) })
    void navigate(`${addresses.find.path}?${query}`)
  }
  useKeys({ '/': () => pressKeyed('/') })
  useScanner((code) => {
    if (!fillScanField(code)) go(code)
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const q = String(new FormData(form).get('q') ?? '').trim()
    if (q === '') return
    form.reset()
    form.querySelector('input')?.blur()
    go(q)
  }
  return (
    <Form
      method="get"
      action={addresses.find.path}
      role="search"
      aria-label="Tìm khắp cửa hàng"
      onSubmit={submit}
      className="relative min-w-0 max-sm:order-last max-sm:basis-full sm:max-lg:grow"
    >
      <input
        type="search"
        name="q"
        aria-label="Tìm mọi thứ"
        placeholder="Tìm hoặc quét"
        title="Mã đơn, số điện thoại hay 4 số cuối, IMEI, SKU, mã vận đơn, tên, nội dung chuyển khoản"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={300}
        data-key="/"
        className="field w-full pr-8"
      />
      <span className="pointer-events-none absolute inset-y-0 right-2 grid place-items-center text-muted">
        <Key name="/" />
      </span>
    </Form>
  )
}

const min_length = 4

/** Collects what a scanner types outside of a field: fast characters that Enter ends. */
function useScanner(onScan: (code: string) => void): void {
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  })
  useEffect(() => {
    let typed = ''
    let last_at = 0
    const press = (event: KeyboardEvent) => {
      const { key, target, timeStamp, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey || isTextField(target)) return
      const is_fast = timeStamp - last_at <= max_scan_gap_ms
      if (key.length === 1) {
        typed = is_fast ? typed + key : key
        last_at = timeStamp
      } else if (key === 'Enter' && is_fast && typed.length >= min_length) {
        // It must not press the link that has the focus.
        event.preventDefault()
        event.stopPropagation()
        latest.current(typed)
        typed = ''
      }
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
}

/** Gives a code to the field of the page that is scanned into. False if the page has none. */
function fillScanField(code: string): boolean {
  const field = document.querySelector<HTMLInputElement>('input[name=scan], input[name=presented]')
  if (field === null) return false
  field.value = code
  field.form?.requestSubmit()
  return true
}
