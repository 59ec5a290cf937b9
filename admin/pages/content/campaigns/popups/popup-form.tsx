import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { popupPath } from '#admin/addresses/campaign-paths.ts'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { fieldTime, TimeField } from '#admin/kit/fields/time-field.tsx'
import type { PopupRow } from '#contracts/staff/offers/popups.ts'
import { PopupWords } from '#web/ui/popup-words.tsx'

interface PopupFormProps {
  /** Null: a new one. */
  popup: PopupRow | null
  images: readonly string[]
  may_change: boolean
  typed: Readonly<Record<string, string>>
}

const { path } = addresses.popups
const dark = '#14244a'

/** The fields of a popup, beside what shoppers will see. Without scripts that is what was saved last. */
export function PopupForm({ popup, images, may_change, typed }: PopupFormProps) {
  const stored = storedOf(popup, images)
  const [words, setWords] = useState({ ...stored, ...typed })
  const heading = popup === null ? 'Popup mới' : 'Sửa popup'
  if (!may_change && popup === null) return null
  return (
    <section
      aria-labelledby="popup"
      className="sheet grid gap-5 text-sm lg:grid-cols-[minmax(0,1fr)_320px]"
    >
      <div
        onInput={(event) => {
          const field = event.target
          if (!(field instanceof HTMLElement && 'name' in field && 'value' in field)) return
          setWords((before) => ({ ...before, [String(field.name)]: String(field.value) }))
        }}
      >
        <h2 id="popup" className="part-title mb-2">
          {may_change ? heading : 'Xem popup'}
        </h2>
        {may_change && <Fields {...{ popup, images, typed }} stored={stored} />}
        {popup !== null && (
          <p className="mt-3">
            <Link to={path} className="link">
              {may_change ? 'Popup mới' : 'Đóng'}
            </Link>
          </p>
        )}
      </div>
      <Preview words={words} />
    </section>
  )
}

function storedOf(popup: PopupRow | null, images: readonly string[]): Record<string, string> {
  return {
    title: popup?.title ?? '',
    sentence: popup?.sentence ?? '',
    button: popup?.button ?? 'Xem ngay',
    image: popup?.image.src ?? images[0] ?? '',
    ink: popup?.ink ?? dark,
    link: popup?.link ?? '',
    priority: String(popup?.priority ?? 50),
    starts_at: fieldTime(popup?.start_date),
    ends_at: fieldTime(popup?.end_date),
    exclude_page: popup?.exclude_page ?? '/cart',
  }
}

interface FieldsProps extends Omit<PopupFormProps, 'may_change'> {
  stored: Readonly<Record<string, string>>
}

function Fields({ popup, images, typed, stored }: FieldsProps) {
  const text = (name: string) => typed[name] ?? stored[name] ?? ''
  const is_on =
    typed['title'] === undefined ? (popup?.is_active ?? true) : typed['is_active'] === 'on'
  return (
    <StaffForm
      action={popup === null ? path : popupPath(popup.id)}
      hidden={{ intent: 'save', popup_id: popup?.id ?? 0, version: popup?.version ?? 0 }}
      className="grid grid-cols-1 gap-3"
    >
      <LineField
        label="Tiêu đề (dấu | chia hai dòng)"
        name="title"
        required
        maxLength={80}
        defaultValue={text('title')}
      />
      <LineField
        label="Câu bên dưới"
        name="sentence"
        maxLength={160}
        defaultValue={text('sentence')}
      />
      <div className="grid gap-3 md:grid-cols-2">
        <LineField
          label="Chữ trên nút"
          name="button"
          required
          maxLength={30}
          defaultValue={text('button')}
        />
        <LineField
          label="Mở trang"
          name="link"
          required
          maxLength={300}
          defaultValue={text('link')}
        />
        <label className="grid gap-1">
          <span className="text-muted">Ảnh đứng 4:5, không có chữ</span>
          <select name="image" defaultValue={text('image')} className="field">
            {images.map((image) => (
              <option key={image} value={image}>
                {image.split('/').at(-1)?.slice(0, 40)}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1">
          <span className="text-muted">Màu chữ</span>
          <input type="color" name="ink" defaultValue={text('ink')} className="field w-full" />
        </label>
        <TimeField label="Bắt đầu" name="starts_at" value={text('starts_at')} />
        <TimeField label="Kết thúc" name="ends_at" value={text('ends_at')} />
        <LineField
          label="Ưu tiên (số lớn hiện trước)"
          name="priority"
          required
          maxLength={4}
          defaultValue={text('priority')}
        />
        <LineField
          label="Không hiện ở các trang (cách nhau bằng |)"
          name="exclude_page"
          maxLength={2_000}
          defaultValue={text('exclude_page')}
        />
      </div>
      <p className="text-muted">
        Ảnh mới: tải lên trong một bài viết, ảnh đứng của bài sẽ có trong danh sách.
      </p>
      <label className="flex min-h-9 items-center gap-2">
        <input
          type="checkbox"
          name="is_active"
          defaultChecked={is_on}
          className="size-5 accent-accent"
        />
        Cho chạy
      </label>
      <div>
        <SubmitButton look="primary">Lưu</SubmitButton>
      </div>
    </StaffForm>
  )
}

/** The popup as shoppers see it, without its frame. */
function Preview({ words }: { words: Readonly<Record<string, string>> }) {
  const { title = '', sentence = '', button = '', image = '', ink = dark } = words
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="text-muted">Khách sẽ thấy</figcaption>
      <div
        className="relative aspect-4/5 w-full max-w-80 overflow-hidden rounded-[20px] bg-mist text-center"
        style={{ color: ink }}
      >
        {image !== '' && <img src={image} alt="" className="size-full object-cover" />}
        <PopupWords title={title} sentence={sentence} button={button} />
      </div>
    </figure>
  )
}
