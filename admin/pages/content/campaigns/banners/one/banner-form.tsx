import { type FormEvent, useState } from 'react'
import { bannerPath } from '#admin/addresses/campaign-paths.ts'
import { CheckField, ChoiceField } from '#admin/kit/fields/choice-field.tsx'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { fieldTime, TimeField } from '#admin/kit/fields/time-field.tsx'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import { placeChoices } from '#admin/pages/content/campaigns/banners/banner-texts.ts'
import { BannerPreview } from '#admin/pages/content/campaigns/banners/one/banner-preview.tsx'
import type { BannerData } from '#admin/pages/content/campaigns/banners/one/page.server.ts'
import type { BannerRow } from '#contracts/staff/offers/banners.ts'
import { type BannerPlace, bannerSize } from '#pure/formats/banner-pictures.ts'

type Words = Readonly<Record<string, string>>

interface BannerFormProps {
  data: BannerData
  typed: Words
}

/** The fields of a banner, below what shoppers will see. Without scripts that is what was saved last. */
export function BannerForm({ data, typed }: BannerFormProps) {
  const { may_change, banner, copied } = data
  const stored = storedOf(banner ?? copied)
  const [words, setWords] = useState<Words>({ ...stored, ...typed })
  const note = (name: string, value: string) => setWords((before) => ({ ...before, [name]: value }))
  const follow = ({ target }: FormEvent<HTMLElement>) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    if (!(target instanceof HTMLInputElement && target.type === 'file')) {
      return note(target.name, target.value)
    }
    const file = target.files?.[0]
    const name = `${target.name}_chosen`
    if (file === undefined) return note(name, '')
    const reader = new FileReader()
    reader.onload = () => note(name, String(reader.result))
    reader.readAsDataURL(file)
  }
  return (
    <>
      <BannerPreview words={words} place={placeOf(words)} />
      {may_change && (
        <section aria-label="Nội dung banner" className="sheet text-sm" onInput={follow}>
          <Fields {...{ data, typed, stored }} place={placeOf(words)} />
        </section>
      )}
    </>
  )
}

function placeOf({ placement = 'hero' }: Words): BannerPlace {
  return placement === 'hero' || placement === 'right' ? placement : 'category'
}

function storedOf(banner: BannerRow | null): Words {
  return {
    placement: banner?.placement ?? 'hero',
    label: banner?.label ?? '',
    eyebrow: banner?.eyebrow ?? '',
    button: banner?.button ?? '',
    ink: banner?.ink ?? '#14244a',
    alt: banner?.alt ?? '',
    path: banner?.path ?? '',
    image: banner?.image.src ?? '',
    image_mobile: banner?.image_mobile?.src ?? '',
    starts_at: fieldTime(banner?.starts_at),
    ends_at: fieldTime(banner?.ends_at),
  }
}

interface FieldsProps extends BannerFormProps {
  stored: Words
  place: BannerPlace
}

function Fields({ data, typed, stored, place }: FieldsProps) {
  const { banner, copied, categories } = data
  const text = (name: string) => typed[name] ?? stored[name] ?? ''
  const is_on =
    typed['label'] === undefined
      ? (banner?.is_active ?? copied === null)
      : typed['is_active'] === 'on'
  return (
    <StaffForm
      action={bannerPath(banner?.banner_id ?? 'moi')}
      encType="multipart/form-data"
      hidden={{ version: banner?.version ?? 0, image: stored['image'] ?? '' }}
      className="grid grid-cols-1 gap-3"
    >
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        <ChoiceField
          label="Nơi hiện"
          name="placement"
          choices={placeChoices(categories)}
          value={text('placement')}
        />
        <LineField
          label="Mở trang (đường dẫn của cửa hàng)"
          name="path"
          required
          maxLength={300}
          placeholder="/dien-thoai"
          defaultValue={text('path')}
        />
        <LineField
          label="Chữ (dấu | chia hai dòng)"
          name="label"
          required
          maxLength={80}
          defaultValue={text('label')}
        />
        <LineField
          label="Chữ nhỏ phía trên"
          name="eyebrow"
          maxLength={40}
          defaultValue={text('eyebrow')}
        />
        <LineField
          label="Chữ trên nút"
          name="button"
          maxLength={30}
          defaultValue={text('button')}
        />
        <label className="grid gap-1">
          <span className="text-muted">Màu chữ (phải đọc rõ trên ảnh)</span>
          <input type="color" name="ink" defaultValue={text('ink')} className="field w-full" />
        </label>
        <TimeField
          label="Bắt đầu (trống: ngay)"
          name="starts_at"
          value={text('starts_at')}
          optional
        />
        <TimeField
          label="Kết thúc (trống: không hết)"
          name="ends_at"
          value={text('ends_at')}
          optional
        />
        <PictureField name="wide" label="Ảnh màn hình rộng" size={bannerSize(place, 'wide')} />
        <PictureField
          name="narrow"
          label="Ảnh điện thoại, chỉ cho ảnh lớn trang chủ"
          size={bannerSize(place, 'narrow')}
        />
      </div>
      {stored['image_mobile'] !== '' && (
        <label className="flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            name="image_mobile"
            value={stored['image_mobile']}
            defaultChecked={typed['label'] === undefined || typed['image_mobile'] !== undefined}
            className="size-5 accent-accent"
          />
          Giữ ảnh điện thoại đang có
        </label>
      )}
      <LineField
        label="Chữ có sẵn trong ảnh (điền thì chữ ở trên không đặt lên ảnh)"
        name="alt"
        maxLength={160}
        defaultValue={text('alt')}
      />
      <CheckField label="Cho chạy" name="is_active" is_on={is_on} />
      <div>
        <SubmitButton look="primary">Lưu</SubmitButton>
      </div>
    </StaffForm>
  )
}

interface PictureFieldProps {
  name: string
  label: string
  size: { width: number; height: number }
}

function PictureField({ name, label, size: { width, height } }: PictureFieldProps) {
  return (
    <label className="grid min-w-0 gap-1">
      <span className="text-muted">
        {label}: {width} × {height}, hoặc lớn hơn cùng tỉ lệ
      </span>
      <input
        type="file"
        name={name}
        accept="image/jpeg,image/png,image/webp,image/avif"
        className="min-h-11 w-full min-w-0"
      />
    </label>
  )
}
