import { type FormEvent, useSyncExternalStore } from 'react'
import { Form } from 'react-router'
import { picturePath } from '#admin/addresses/paths.ts'
import { useUploads } from '#admin/kit/pictures/use-uploads.ts'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
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
        <ol className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2">
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
  const { picture_id, created_at } = picture
  const staff_name = picture.staff_name ?? 'Khách'
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
 * Sends pictures from the camera or from files. With scripts they are sent as soon as they are chosen; until the page
 * is hydrated, and without scripts, the button sends them.
 */
function PictureForm({ path }: { path: string }) {
  const { left, refused, send } = useUploads(path)
  const is_hydrated = useHydrated()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    send(new FormData(form).getAll('pictures'))
    form.reset()
  }
  return (
    <Form
      method="post"
      action={path}
      encType="multipart/form-data"
      onSubmit={submit}
      onChange={(event) => event.currentTarget.requestSubmit()}
      className="flex flex-wrap items-center gap-2"
    >
      <input type="hidden" name="intent" value="add_pictures" />
      <PictureField label="Thêm ảnh" multiple />
      <div className="hidden pointer-coarse:block">
        <PictureField label="Chụp ảnh" capture="environment" />
      </div>
      {/* It keeps its place, so that nothing moves. */}
      <button type="submit" className={`tool ${is_hydrated ? 'invisible' : ''}`}>
        Gửi ảnh
      </button>
      <p className="hidden basis-full text-muted noscript:block">Tối đa 6 ảnh mỗi lần.</p>
      <p role="status" className="min-h-5 basis-full text-muted">
        {left > 0 ? `Đang gửi, còn ${left} ảnh…` : ''}
      </p>
      {refused.length > 0 && (
        <ul role="alert" className="basis-full font-semibold wrap-anywhere text-sale">
          {refused.map((problem, n) => (
            <li key={n}>{problem}</li>
          ))}
        </ul>
      )}
    </Form>
  )
}

const never = () => () => undefined

function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

interface PictureFieldProps {
  label: string
  multiple?: boolean
  /** A phone opens its camera. */
  capture?: 'environment'
}

/**
 * A field for pictures, in a form with `encType="multipart/form-data"`. Where scripts run it looks like a button;
 * elsewhere it shows the names of the chosen files.
 */
function PictureField({ label, ...input }: PictureFieldProps) {
  return (
    <label className="tool relative min-w-0 cursor-pointer noscript:w-full focus-within:border-ink has-focus-visible:outline-2">
      {label}
      <input
        type="file"
        name="pictures"
        accept={accept}
        {...input}
        className="absolute inset-0 min-w-0 cursor-pointer opacity-0 noscript:static noscript:w-full noscript:opacity-100"
      />
    </label>
  )
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
        <ReasonField placeholder="Ảnh mờ, nhầm máy…" />
        <button type="submit" className="tool">
          Gỡ ảnh
        </button>
      </StaffForm>
    </details>
  )
}
