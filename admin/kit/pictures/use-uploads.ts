import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { dataPath } from '#admin/addresses/addresses.ts'
import type { DataAnswer } from '#admin/runtime/data-answer.ts'
import { form_limit_ms } from '#web/runtime/time-limit.ts'

/** How many refusals are shown. */
const max_shown = 6

/**
 * Sends pictures one after another: each is a small request that a slow line finishes in time, and one that is refused
 * or lost does not keep the others away. What is chosen meanwhile waits for its turn.
 */
export function useUploads(path: string) {
  const { revalidate } = useRevalidator()
  const [left, setLeft] = useState(0)
  const [refused, setRefused] = useState<readonly string[]>([])
  const waiting = useRef<File[]>([])
  const is_sending = useRef(false)
  const sendWaiting = async () => {
    is_sending.current = true
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const problem = await upload(path, next)
      if (problem === null) await revalidate()
      else setRefused((list) => [...list, problem].slice(-max_shown))
      setLeft(waiting.current.length)
    }
    is_sending.current = false
  }
  return {
    /** How many pictures are not answered yet. */
    left,
    refused,
    send: (chosen: readonly FormDataEntryValue[]) => {
      const files = chosen.filter((one): one is File => one instanceof File && one.size > 0)
      if (files.length === 0) return
      waiting.current.push(...files)
      setRefused([])
      setLeft(waiting.current.length + (is_sending.current ? 1 : 0))
      if (!is_sending.current) void sendWaiting()
    },
  }
}

/** Sends one picture as a form of the page. Returns why it was not taken, or null. */
async function upload(path: string, file: File): Promise<string | null> {
  try {
    // Its script comes with the first picture: most visits to a page with pictures add none.
    const { shrinkPicture } = await import('#web/runtime/shrink-picture.ts')
    const form = new FormData()
    form.set('intent', 'add_pictures')
    form.set('pictures', await shrinkPicture(file))
    const signal = AbortSignal.timeout(form_limit_ms)
    const response = await fetch(dataPath(path), { method: 'POST', body: form, signal })
    // The session has ended. A full reload leads to the sign-in.
    if (response.status === 401) location.reload()
    const answer = (await response.json()) as DataAnswer
    if (answer.kind === 'redirect') return null
    if (answer.kind === 'problem') return answer.problem
  } catch {
    // The line broke, or the answer was no data: the page stays as it is.
  }
  return `Chưa gửi được “${file.name}”. Kiểm tra mạng rồi gửi lại.`
}
