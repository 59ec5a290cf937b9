import { type KeyboardEvent, useRef, useState } from 'react'
import type {
  CommandName,
  Editor,
  EditorStatus,
} from '#admin/pages/content/articles/one/editor/open-editor.ts'

interface ToolbarProps {
  editor: Editor
  status: EditorStatus
  onPanel: (panel: 'link' | 'picture') => void
}

interface Tool {
  name: CommandName | 'link' | 'picture'
  /** What the button shows. */
  text: string
  /** What it is called, with its key. */
  label: string
  look?: string
}

const tools: readonly (readonly Tool[])[] = [
  [
    { name: 'undo', text: '↶', label: 'Hoàn tác (Ctrl+Z)' },
    { name: 'redo', text: '↷', label: 'Làm lại (Ctrl+Y)' },
  ],
  [
    { name: 'strong', text: 'B', label: 'Đậm (Ctrl+B)', look: 'font-extrabold' },
    { name: 'em', text: 'I', label: 'Nghiêng (Ctrl+I)', look: 'italic' },
    { name: 'link', text: 'Liên kết', label: 'Liên kết (Ctrl+K)' },
  ],
  [
    { name: 'heading2', text: 'H2', label: 'H2, tiêu đề lớn (Ctrl+Alt+2)' },
    { name: 'heading3', text: 'H3', label: 'H3, tiêu đề vừa (Ctrl+Alt+3)' },
    { name: 'heading4', text: 'H4', label: 'H4, tiêu đề nhỏ (Ctrl+Alt+4)' },
    { name: 'bullet', text: '•', label: 'Danh sách (Ctrl+Shift+8)' },
    { name: 'number', text: '1.', label: '1. Danh sách số (Ctrl+Shift+7)' },
    { name: 'quotation', text: '❝', label: 'Trích dẫn' },
  ],
  [
    { name: 'picture', text: 'Ảnh', label: 'Chèn ảnh' },
    { name: 'table', text: 'Bảng', label: 'Chèn bảng' },
    { name: 'products', text: 'Sản phẩm', label: 'Chèn sản phẩm' },
    { name: 'prices', text: 'Bảng giá', label: 'Chèn bảng giá' },
    { name: 'faq', text: 'Hỏi đáp', label: 'Chèn hỏi đáp' },
    { name: 'video', text: 'Video', label: 'Chèn video' },
  ],
]

const table_tools: readonly Tool[] = [
  { name: 'add_row', text: '+ dòng', label: 'Thêm dòng dưới' },
  { name: 'add_column', text: '+ cột', label: 'Thêm cột bên phải' },
  { name: 'remove_row', text: '− dòng', label: 'Bỏ dòng' },
  { name: 'remove_column', text: '− cột', label: 'Bỏ cột' },
]

const toggles: ReadonlySet<string> = new Set([
  ...['strong', 'em', 'heading2', 'heading3', 'heading4', 'bullet', 'number', 'quotation'],
])

/** The tools of the editor: one stop of the tabulator, arrows go from one to the next. */
export function Toolbar({ editor, status, onPanel }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<Tool['name']>('undo')
  const groups = status.is_in_table ? [...tools, table_tools] : tools
  const is_there = groups.flat().some(({ name }) => name === current)
  const use = ({ name }: Tool) => {
    setCurrent(name)
    if (name === 'link' || name === 'picture') onPanel(name)
    else editor.run(name)
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Định dạng"
      onKeyDown={(event) => goAlong(event, editor)}
      className="flex flex-wrap gap-x-3 gap-y-1"
    >
      {groups.map((group, n) => (
        <div key={n} className="flex flex-wrap gap-1">
          {group.map((tool) => (
            <button
              key={tool.name}
              type="button"
              title={tool.label}
              aria-label={tool.label}
              aria-pressed={
                toggles.has(tool.name) ? status.pressed.has(tool.name as CommandName) : undefined
              }
              aria-disabled={
                (tool.name === 'undo' && !status.can_undo) ||
                (tool.name === 'redo' && !status.can_redo) ||
                undefined
              }
              tabIndex={(is_there ? current : 'undo') === tool.name ? 0 : -1}
              onFocus={() => setCurrent(tool.name)}
              // The selection of the text stays.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => use(tool)}
              className={`tool min-w-9 justify-center aria-disabled:opacity-50 aria-pressed:border-accent aria-pressed:bg-cream ${tool.look ?? ''}`}
            >
              {tool.text}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

function goAlong(event: KeyboardEvent<HTMLDivElement>, editor: Editor): void {
  if (event.key === 'Escape') return editor.focus()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: buttons.length - 1,
  }
  const next = steps[event.key]
  if (next === undefined) return
  event.preventDefault()
  buttons[(next + buttons.length) % buttons.length]?.focus()
}
