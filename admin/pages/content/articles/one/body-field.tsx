import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Editor, EditorStatus } from '#admin/pages/content/articles/one/editor/open-editor.ts'
import { LinkPanel, PicturePanel } from '#admin/pages/content/articles/one/editor/panels.tsx'
import { Toolbar } from '#admin/pages/content/articles/one/editor/toolbar.tsx'
import type { StoredArticle } from '#contracts/staff/offers/articles.ts'

interface BodyFieldProps {
  html: string
  /** The path of the article's page, which takes pictures. */
  path: string
  pictures: StoredArticle['pictures']
}

/**
 * The text of an article. Without scripts it is a field with the allowed HTML; with scripts the editor, which is loaded
 * here only, writes that field.
 */
export function BodyField({ html, path, pictures }: BodyFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [status, setStatus] = useState<EditorStatus | null>(null)
  const [panel, setPanel] = useState<'link' | 'picture' | null>(null)
  useEffect(() => {
    const opened = openIn(place.current, area.current, { setEditor, setStatus, setPanel })
    return () => void opened.then((one) => one?.close())
  }, [])
  const close = () => {
    setPanel(null)
    editor?.focus()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <span id="body-label" className="text-muted">
        Nội dung
      </span>
      {editor !== null && status !== null && (
        <div className="sticky top-0 z-10 grid gap-2 bg-white py-1">
          <Toolbar editor={editor} status={status} onPanel={setPanel} />
          {panel === 'link' && <LinkPanel editor={editor} href={status.href} onClose={close} />}
          {panel === 'picture' && (
            <PicturePanel editor={editor} path={path} pictures={pictures} onClose={close} />
          )}
        </div>
      )}
      <div ref={place} className={editor === null ? 'hidden' : 'article-editor'} />
      <textarea
        ref={area}
        name="body"
        rows={24}
        maxLength={200_000}
        aria-labelledby="body-label"
        spellCheck={false}
        defaultValue={html}
        hidden={editor !== null}
        className="field w-full font-mono leading-relaxed"
      />
      {editor !== null && (
        <p id="editor-help" className="text-muted">
          Gõ ## rồi dấu cách thành tiêu đề, - thành danh sách. Shift+Tab lên thanh công cụ, Esc trở
          lại bài.
        </p>
      )}
      <p className="hidden text-muted noscript:block">{help}</p>
    </div>
  )
}

const help =
  'Chỉ giữ thẻ p, span, a. Cách đoạn bằng dòng trống, hoặc dùng <p class="heading">, heading-3, item, item-numbered, ' +
  'quotation, question, answer. Sản phẩm: <p class="products">SKU, SKU</p>; bảng giá: class="prices"; ' +
  'ảnh: <p class="picture"><a href="địa chỉ ảnh">mô tả</a></p>; video: <p class="video">tên và địa chỉ YouTube</p>.'

interface Setters {
  setEditor: (editor: Editor) => void
  setStatus: (status: EditorStatus) => void
  setPanel: (panel: 'link') => void
}

async function openIn(
  place: HTMLElement | null,
  area: HTMLTextAreaElement | null,
  { setEditor, setStatus, setPanel }: Setters,
): Promise<Editor | null> {
  if (place === null || area === null) return null
  const { openEditor } = await import('#admin/pages/content/articles/one/editor/open-editor.ts')
  // The page was left, or another version came, while the editor was loaded.
  if (!place.isConnected) return null
  const editor = openEditor(place, area, { onStatus: setStatus, onLink: () => setPanel('link') })
  const is_typing = document.activeElement === area
  // The editor must stand before it takes over the cursor of somebody who types already.
  flushSync(() => setEditor(editor))
  if (is_typing) editor.focus()
  return editor
}
