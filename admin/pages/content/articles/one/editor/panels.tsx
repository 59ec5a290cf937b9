import { type KeyboardEvent, useState } from 'react'
import { useUploads } from '#admin/kit/pictures/use-uploads.ts'
import type { Editor } from '#admin/pages/content/articles/one/editor/open-editor.ts'
import type { StoredArticle } from '#contracts/staff/offers/articles.ts'

interface PanelProps {
  editor: Editor
  onClose: () => void
}

const closesOn = (event: KeyboardEvent, onClose: () => void) => {
  if (event.key === 'Escape') onClose()
}

const allowed = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i

/** The address of the link at the cursor. */
export function LinkPanel({ editor, href, onClose }: PanelProps & { href: string }) {
  const [address, setAddress] = useState(href)
  const is_right = allowed.test(address)
  const set = (to: string) => {
    editor.link(to)
    onClose()
  }
  return (
    <div
      role="group"
      aria-label="Liên kết"
      onKeyDown={(event) => closesOn(event, onClose)}
      className="flex flex-wrap items-end gap-2 rounded-lg border border-line bg-mist p-2"
    >
      <label className="grid min-w-40 grow gap-1">
        <span className="text-muted">Dẫn đến (/địa-chỉ hoặc https://…)</span>
        <input
          autoFocus
          value={address}
          onChange={({ target }) => setAddress(target.value.trim())}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // The form of the article is not sent.
            event.preventDefault()
            if (is_right) set(address)
          }}
          className="field w-full"
        />
      </label>
      <button type="button" className="tool-main" disabled={!is_right} onClick={() => set(address)}>
        Gắn
      </button>
      <button type="button" className="tool" onClick={() => set('')}>
        Bỏ liên kết
      </button>
      <button type="button" className="tool" onClick={onClose}>
        Đóng
      </button>
    </div>
  )
}

interface PicturePanelProps extends PanelProps {
  path: string
  pictures: StoredArticle['pictures']
}

/** The pictures of the article, to put one into the text, and a way to bring more. */
export function PicturePanel({ editor, path, pictures, onClose }: PicturePanelProps) {
  const { left, refused, send } = useUploads(path)
  return (
    <div
      role="group"
      aria-label="Chèn ảnh"
      onKeyDown={(event) => closesOn(event, onClose)}
      className="grid gap-2 rounded-lg border border-line bg-mist p-2"
    >
      <div className="flex flex-wrap items-center gap-2">
        <label className="tool relative cursor-pointer has-focus-visible:outline-2">
          Tải ảnh lên
          <input
            type="file"
            autoFocus
            multiple
            accept="image/jpeg,image/png,image/webp,image/avif"
            onChange={({ target }) => {
              send([...(target.files ?? [])])
              target.value = ''
            }}
            className="absolute inset-0 min-w-0 cursor-pointer opacity-0"
          />
        </label>
        <button type="button" className="tool" onClick={onClose}>
          Đóng
        </button>
        <span role="status" className="text-muted">
          {left > 0 ? `Đang gửi, còn ${left} ảnh…` : ''}
        </span>
      </div>
      {refused.map((problem, n) => (
        <p key={n} role="alert" className="font-semibold text-sale">
          {problem}
        </p>
      ))}
      {pictures.length === 0 ? (
        <p className="text-muted">Bài chưa có ảnh nào.</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {pictures.map(({ picture_id, src }, n) => (
            <li key={picture_id}>
              <button
                type="button"
                aria-label={`Chèn ảnh ${n + 1}`}
                onClick={() => {
                  editor.insertPicture(src)
                  onClose()
                }}
                className="rounded-lg border border-line bg-white p-1 hover:border-ink"
              >
                <img
                  src={src.replace(/\.webp$/, '-nho.webp')}
                  alt=""
                  width={80}
                  height={80}
                  className="size-20 object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
