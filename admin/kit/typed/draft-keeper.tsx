import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation, useRouteLoaderData } from 'react-router'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import type { FrameData } from '#admin/kit/frame-data.ts'
import {
  draftItem,
  dropDraft,
  dropDrafts,
  type FormDraft,
  type SealedDrafts,
  sealedDrafts,
} from '#admin/kit/typed/sealed-drafts.ts'
import { formName, isLong, typeAgain, typedFields } from '#admin/kit/typed/typed-fields.ts'
import { formatTime, vietnamDay } from '#pure/vietnam-time.ts'

/** How long after the last key a draft is kept. */
const rest_ms = 500

/**
 * Keeps what is typed in the long forms of all pages, and offers it again when the page is opened after a crash or an
 * accidental close (decision 174). Loaded once the page works: a page is usable without it.
 */
export function DraftKeeper() {
  const { pathname } = useLocation()
  const drafts = useSealedDrafts()
  const [offered, setOffered] = useState<{ path: string; draft: FormDraft } | null>(null)
  useEffect(() => (drafts === null ? undefined : keepTyped(drafts)), [drafts])
  useSent()
  useEffect(() => {
    let is_left = false
    void drafts?.ofPage(pathname).then((found) => {
      const draft = found.find(({ form }) => formNamed(form) !== undefined)
      if (!is_left && draft !== undefined) setOffered({ path: pathname, draft })
    })
    return () => {
      is_left = true
    }
  }, [drafts, pathname])
  if (offered?.path !== pathname) return null
  const { draft } = offered
  const { at, form, fields, item } = draft
  return (
    <section
      aria-label="Bản nháp"
      className="fixed inset-x-2 bottom-2 z-40 mx-auto flex max-w-xl flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl border border-line bg-white p-3 text-ink shadow-pop print:hidden"
    >
      <p role="status" className="mr-auto text-sm">
        Bạn có bản nháp {timeText(at)}
      </p>
      <button
        type="button"
        className="tool-main min-h-11"
        onClick={() => {
          setOffered(null)
          const found = formNamed(form)
          if (found !== undefined) typeAgain(found, fields)
        }}
      >
        Dùng lại
      </button>
      <button
        type="button"
        className="tool min-h-11"
        onClick={() => {
          setOffered(null)
          dropDraft(item)
        }}
      >
        Bỏ
      </button>
    </section>
  )
}

function timeText(at: number): string {
  const then = new Date(at)
  const is_today = vietnamDay(then) === vietnamDay(new Date())
  return `lúc ${formatTime(then)}${is_today ? '' : ' hôm qua'}`
}

/** The storage of the session; null until it is open, and where there is none. */
function useSealedDrafts(): SealedDrafts | null {
  const seal_key = useRouteLoaderData<FrameData | null>('root')?.seal_key ?? ''
  const [drafts, setDrafts] = useState<SealedDrafts | null>(null)
  useEffect(() => {
    if (seal_key !== '') void sealedDrafts(seal_key).then(setDrafts, () => undefined)
  }, [seal_key])
  return drafts
}

/** Keeps the form that was typed in last, a moment after the last key. Returns a function that stops. */
function keepTyped(drafts: SealedDrafts): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onInput = ({ target }: Event) => {
    const { form } = target as HTMLInputElement
    if (!form || !isLong(form)) return
    clearTimeout(timer)
    timer = setTimeout(() => void keep(drafts, form), rest_ms)
  }
  const onSubmit = (event: Event) => {
    clearTimeout(timer)
    const form = event.target as HTMLFormElement
    if (form.getAttribute('action') === auth_paths.sign_out) dropDrafts()
    // The browser itself sends this form: its answer is another document.
    else if (!event.defaultPrevented) dropDraft(draftItem(location.pathname, formName(form)))
  }
  document.addEventListener('input', onInput)
  document.addEventListener('submit', onSubmit)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('input', onInput)
    document.removeEventListener('submit', onSubmit)
  }
}

async function keep(drafts: SealedDrafts, form: HTMLFormElement): Promise<void> {
  if (!form.isConnected) return
  const name = formName(form)
  const fields = typedFields(form)
  if (fields.length === 0) dropDraft(draftItem(location.pathname, name))
  else await drafts.save(location.pathname, { form: name, at: Date.now(), fields })
}

/** Drops the draft of a form once it was sent and accepted. A refused form keeps its draft. */
function useSent(): void {
  const { state, formData } = useNavigation()
  const sent = useRef<string | null>(null)
  useEffect(() => {
    const onSubmit = ({ target }: Event) => {
      sent.current = draftItem(location.pathname, formName(target as HTMLFormElement))
    }
    document.addEventListener('submit', onSubmit)
    return () => document.removeEventListener('submit', onSubmit)
  }, [])
  const was_sending = useRef(false)
  useEffect(() => {
    if (formData !== undefined) was_sending.current = true
    if (state !== 'idle' || !was_sending.current) return
    was_sending.current = false
    const is_refused = document.querySelector('main [role=alert], main [data-failed]') !== null
    if (sent.current !== null && !is_refused) dropDraft(sent.current)
    sent.current = null
  }, [state, formData])
}

function formNamed(name: string): HTMLFormElement | undefined {
  return [...document.forms].find((form) => isLong(form) && formName(form) === name)
}
