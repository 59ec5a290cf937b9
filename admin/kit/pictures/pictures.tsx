import { type FormEvent, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { picturePath } from '#admin/addresses/addresses.ts'
import { shrinkPicture } from '#admin/kit/pictures/shrink-picture.ts'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { Picture } from '#contracts/staff/pictures.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

interface PicturesProps {
  /** The path of the subject's page. */
  path: string
  pictures: readonly Picture[]
  may_change: boolean
}

/** The pictures of a subject, with the forms that add and remove them. */
export function Pictures({ path, pictures, may_change }: PicturesProps) {
  if (pictures.length === 0 && !may_change) return null
  return (
    <section aria-labelledby="pictures" className="sheet grid gap-3 text-sm">
      <h2 id="pictures" className="part-title">
        Ảnh{pictures.length > 0 && ` · ${pictures.length}`}
      </h2>
      {pictures.length > 0 && (
        <ol className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
          {pictures.map((picture, n) => (
            <Thumbnail key={picture.picture_id} {...{ path, picture }} number={n + 1} />
          ))}
        </ol>
      )}
      {may_change && <PictureForm path={path} />}
      {may_change && pictures.length > 0 && <Removal {...{ path, pictures }} />}
    </section>
  )
}

/** Opens the large picture. The thumbnail has its place before it is loaded. */
function Thumbnail({ path, picture, number }: { path: string; picture: Picture; number: number }) {
  const { picture_id, staff_name, created_at } = picture
  const taken = `${staff_name}, ${formatDateTime(new Date(created_at))}`
  return (
    <li>
      <a href={picturePath(path, picture_id, 'lon')} target="_blank" title={taken}>
        <img
          src={picturePath(path, picture_id, 'nho')}
          alt={`Ảnh ${number}: ${taken}`}
          width={96}
          height={96}
          loading="lazy"
          className="aspect-square h-auto w-full rounded-lg border border-line bg-mist object-cover"
        />
      </a>
      <p className="mt-0.5 truncate text-xs text-muted">
        {number} · {staff_name}
      </p>
    </li>
  )
}

/** Without HEIC, so that iPhones send JPEG. */
const accept = 'image/jpeg,image/png,image/webp,image/avif'

/**
 * Sends pictures from the camera or from files. With scripts they are made smaller and sent as soon as they are
 * chosen.
 */
function PictureForm({ path }: { path: string }) {
  const { sending, send } = useSending(path)
  return (
    <Form
      method="post"
      action={path}
      encType="multipart/form-data"
      preventScrollReset
      onSubmit={send}
      onChange={(event) => event.currentTarget.requestSubmit()}
      className="grid gap-2"
    >
      <input type="hidden" name="intent" value="add_pictures" />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <PictureField label="Thêm ảnh, tối đa 6 ảnh mỗi lần" multiple />
        <div className="hidden pointer-coarse:block">
          <PictureField label="Chụp ngay" capture="environment" />
        </div>
        <button type="submit" aria-disabled={sending > 0} className="tool">
          {sending > 0 ? 'Đang gửi…' : 'Gửi ảnh'}
        </button>
      </div>
      <p role="status" className="text-muted empty:hidden">
        {sending > 0 ? `Đang gửi ${sending} ảnh…` : ''}
      </p>
    </Form>
  )
}

interface PictureFieldProps {
  label: string
  multiple?: boolean
  /** A phone opens its camera. */
  capture?: 'environment'
}

/** A field for pictures, in a form with `encType="multipart/form-data"`. */
function PictureField({ label, ...input }: PictureFieldProps) {
  return (
    <label className="grid min-w-0 gap-1">
      <span className="text-muted">{label}</span>
      <input
        type="file"
        name="pictures"
        accept={accept}
        {...input}
        className="max-w-full min-w-0 text-sm file:mr-2 file:min-h-9 file:rounded-lg file:border file:border-line file:bg-white file:px-3 file:text-sm file:font-semibold hover:file:border-ink"
      />
    </label>
  )
}

/** How many pictures are being sent, and the handler that sends those of a form. */
function useSending(action: string) {
  const [preparing, setPreparing] = useState(0)
  const { formData } = useNavigation()
  const submit = useSubmit()
  const under_way = formData?.get('intent') === 'add_pictures' ? picturesOf(formData).length : 0
  const sending = Math.max(preparing, under_way)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending > 0) return
    const form = event.currentTarget
    const data = new FormData(form)
    const chosen = picturesOf(data)
    // The same picture can be chosen again after a refusal.
    form.reset()
    setPreparing(chosen.length)
    const shrunk = await Promise.all(chosen.map(shrinkPicture))
    data.delete('pictures')
    for (const file of shrunk) data.append('pictures', file)
    const options = { action, method: 'post', encType: 'multipart/form-data' } as const
    await submit(data, { ...options, preventScrollReset: true })
    setPreparing(0)
  }
  return { sending, send: (event: FormEvent<HTMLFormElement>) => void send(event) }
}

function picturesOf(data: FormData): File[] {
  return data
    .getAll('pictures')
    .filter((value): value is File => value instanceof File && value.size > 0)
}

function Removal({ path, pictures }: Pick<PicturesProps, 'path' | 'pictures'>) {
  return (
    <details>
      <summary className="font-semibold">Gỡ ảnh…</summary>
      <StaffForm
        key={pictures.length}
        action={path}
        hidden={{ intent: 'remove_picture' }}
        resets
        className="mt-2 flex flex-wrap items-end gap-2"
      >
        <label className="grid gap-1">
          <span className="text-muted">Ảnh</span>
          <select name="picture_id" className="field">
            {pictures.map(({ picture_id }, n) => (
              <option key={picture_id} value={picture_id}>
                Ảnh {n + 1}
              </option>
            ))}
          </select>
        </label>
        <label className="grid min-w-40 grow gap-1">
          <span className="text-muted">Lý do</span>
          <input
            name="reason"
            maxLength={200}
            autoComplete="off"
            placeholder="Ảnh mờ, nhầm máy…"
            className="field"
          />
        </label>
        <button type="submit" className="tool">
          Gỡ ảnh
        </button>
      </StaffForm>
    </details>
  )
}
