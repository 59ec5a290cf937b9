import { type ChangeEvent, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { pictureProblemText } from '#storefront/commerce/pictures/picture-problems.ts'
import { shrinkPicture } from '#web/runtime/shrink-picture.ts'
import { form_limit_ms } from '#web/runtime/time-limit.ts'
import { buttonClass } from '#web/ui/button.ts'

/** Without HEIC, so that iPhones send JPEG. */
const accept = 'image/jpeg,image/png,image/webp,image/avif'
const never = () => () => undefined

interface PictureFormProps {
  path: string
  label: string
}

/**
 * Adds pictures to what its sender has written. With scripts each is made smaller and sent by itself, so that a slow
 * line finishes it in time; without, the button sends them all.
 */
export function PictureForm({ path, label }: PictureFormProps) {
  const { left, problems, send } = useUploads(path)
  const is_hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const sendChosen = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(input.files ?? [])]
    input.value = ''
    void send(files)
  }
  return (
    <form
      method="post"
      action={path}
      encType="multipart/form-data"
      className="grid gap-2 text-body"
    >
      <label className="grid gap-1.5">
        <span className="text-sm font-semibold">{label}</span>
        <input
          type="file"
          name="pictures"
          accept={accept}
          multiple
          onChange={sendChosen}
          className="min-h-11 w-full min-w-0 rounded-xl border border-line bg-white p-2 text-sm"
        />
      </label>
      {!is_hydrated && (
        <button
          type="submit"
          className={buttonClass('outline', 'hidden w-fit noscript:inline-flex')}
        >
          Gửi ảnh
        </button>
      )}
      <p role="status" className="min-h-5 text-sm text-muted">
        {left > 0 ? `Đang gửi, còn ${left} ảnh…` : 'Mỗi ảnh tối đa 10 MB.'}
      </p>
      {problems.length > 0 && (
        <ul role="alert" className="font-semibold wrap-anywhere text-sale">
          {problems.map((problem, n) => (
            <li key={n}>{problem}</li>
          ))}
        </ul>
      )}
    </form>
  )
}

/** Sends pictures one after another. One that is refused does not keep the others away. */
function useUploads(path: string) {
  const { revalidate } = useRevalidator()
  const [left, setLeft] = useState(0)
  const [problems, setProblems] = useState<readonly string[]>([])
  const send = async (files: readonly File[]) => {
    setProblems([])
    setLeft((before) => before + files.length)
    for (const file of files) {
      const problem = await upload(path, file)
      if (problem === null) await revalidate()
      else setProblems((list) => [...list, problem])
      setLeft((before) => before - 1)
    }
  }
  return { left, problems, send }
}

/** Returns why a picture was not taken, or null. */
async function upload(path: string, file: File): Promise<string | null> {
  const body = new FormData()
  body.set('pictures', await shrinkPicture(file))
  try {
    const response = await fetch(path, {
      ...{ method: 'POST', body, headers: { accept: 'application/json' } },
      signal: AbortSignal.timeout(form_limit_ms),
    })
    const answer = (await response.json()) as { problem: string | null; data: unknown }
    return answer.problem === null ? null : pictureProblemText(answer.problem, answer.data)
  } catch {
    return `Chưa gửi được “${file.name}”. Kiểm tra mạng rồi gửi lại.`
  }
}
