import { type DragEvent, useRef, useState } from 'react'
import { block_titles, phase_titles } from '#admin/pages/content/campaigns/campaign-texts.ts'
import { Fields, moved, type Values } from '#admin/pages/content/campaigns/one/block-field.tsx'
import { blank_blocks, block_fields } from '#admin/pages/content/campaigns/one/block-fields.ts'
import { home_kinds } from '#contracts/storefront/landing/home-kinds.ts'
import type { LandingBlock, LandingPhase } from '#contracts/storefront/landing/blocks.ts'

/** A block that is being edited. The key stays with it when it is moved. */
interface Edited {
  key: number
  values: Values
}

const all_kinds = Object.keys(block_titles) as LandingBlock['kind'][]
const phases = Object.keys(phase_titles) as LandingPhase[]

interface BlockListProps {
  blocks: readonly LandingBlock[]
  /** What {year} and the like stand for. */
  date_words: Readonly<Record<string, string>>
  is_home: boolean
}

/** The blocks of a page in their sequence: dragged by their headings, or moved by buttons. Sent as JSON. */
export function BlockList({ blocks, date_words, is_home }: BlockListProps) {
  const [edited, setEdited] = useState<Edited[]>(() =>
    blocks.map((values, key) => ({ key, values: { ...values } })),
  )
  const next_key = useRef(blocks.length)
  const [dragged, setDragged] = useState<number | null>(null)
  const [news, setNews] = useState('')
  const nameOf = (block: Edited | undefined) => titleOf(block, date_words)
  const move = (from: number, to: number) => {
    if (to < 0 || to >= edited.length) return
    setEdited(moved(edited, from, to))
    setNews(`${nameOf(edited[from])}: vị trí ${to + 1} trên ${edited.length}`)
  }
  const add = (kind: LandingBlock['kind']) => {
    const values = { kind, phases: [], anchor: '', ...blank_blocks[kind] }
    setEdited([...edited, { key: next_key.current++, values }])
    setNews(`Đã thêm khối ${block_titles[kind]} ở cuối`)
  }
  return (
    <div className="grid gap-2">
      <input
        type="hidden"
        name="blocks"
        value={JSON.stringify(edited.map(({ values }) => values))}
      />
      <p role="status" className="sr-only">
        {news}
      </p>
      <ol className="grid gap-2">
        {edited.map((one, index) => (
          <BlockCard
            key={one.key}
            block={one}
            name={nameOf(one)}
            index={index}
            count={edited.length}
            is_dragged={dragged === index}
            onDrag={setDragged}
            onDrop={() => dragged !== null && move(dragged, index)}
            onMove={(to) => move(index, to)}
            onRemove={() => setEdited(edited.filter(({ key }) => key !== one.key))}
            onChange={(values) =>
              setEdited(
                edited.map((other) => (other.key === one.key ? { ...other, values } : other)),
              )
            }
          />
        ))}
      </ol>
      <AddBlock kinds={is_home ? home_kinds : all_kinds} onAdd={add} />
    </div>
  )
}

interface BlockCardProps {
  block: Edited
  name: string
  index: number
  count: number
  is_dragged: boolean
  onDrag: (index: number | null) => void
  onDrop: () => void
  onMove: (to: number) => void
  onRemove: () => void
  onChange: (values: Values) => void
}

function BlockCard({ block, name, index, count, is_dragged, ...on }: BlockCardProps) {
  const kind = block.values['kind'] as LandingBlock['kind']
  const drag = {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      on.onDrag(index)
    },
    onDragEnd: () => on.onDrag(null),
  }
  return (
    <li
      onDragOver={(event) => event.preventDefault()}
      onDrop={on.onDrop}
      className={`sheet py-3 text-sm ${is_dragged ? 'opacity-50' : ''}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <span
          {...drag}
          aria-hidden
          title="Kéo để đổi chỗ"
          className="cursor-grab rounded-md border border-line px-2 py-1 text-muted select-none"
        >
          ⋮⋮
        </span>
        <b className="min-w-0 grow basis-40 wrap-anywhere">{`${index + 1}. ${name}`}</b>
        <span className="ml-auto flex gap-2">
          <button
            type="button"
            className="tool"
            disabled={index === 0}
            onClick={() => on.onMove(index - 1)}
          >
            Lên<span className="sr-only">: {name}</span>
          </button>
          <button
            type="button"
            className="tool"
            disabled={index === count - 1}
            onClick={() => on.onMove(index + 1)}
          >
            Xuống<span className="sr-only">: {name}</span>
          </button>
          <button type="button" className="tool" onClick={on.onRemove}>
            Bỏ<span className="sr-only">: {name}</span>
          </button>
        </span>
      </div>
      <details className="mt-2">
        <summary className="link">Sửa nội dung</summary>
        <div className="mt-3 grid items-start gap-3 md:grid-cols-2">
          <PhaseChoice values={block.values} onChange={on.onChange} />
          <Fields fields={block_fields[kind]} values={block.values} onChange={on.onChange} />
          <label className="grid gap-1">
            <span className="text-muted">Tên neo, để nút dẫn đến bằng #tên</span>
            <input
              className="field"
              value={String(block.values['anchor'] ?? '')}
              onChange={(event) => on.onChange({ ...block.values, anchor: event.target.value })}
            />
          </label>
        </div>
      </details>
    </li>
  )
}

interface PhaseChoiceProps {
  values: Values
  onChange: (values: Values) => void
}

function PhaseChoice({ values, onChange }: PhaseChoiceProps) {
  const chosen = (values['phases'] ?? []) as LandingPhase[]
  return (
    <fieldset className="flex flex-wrap gap-x-4 md:col-span-2">
      <legend className="text-muted">Hiện khi nào (không chọn: luôn hiện)</legend>
      {phases.map((phase) => (
        <label key={phase} className="flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            className="size-5 accent-accent"
            checked={chosen.includes(phase)}
            onChange={({ target }) =>
              onChange({
                ...values,
                phases: phases.filter((one) =>
                  one === phase ? target.checked : chosen.includes(one),
                ),
              })
            }
          />
          {phase_titles[phase]}
        </label>
      ))}
    </fieldset>
  )
}

interface AddBlockProps {
  kinds: readonly LandingBlock['kind'][]
  onAdd: (kind: LandingBlock['kind']) => void
}

function AddBlock({ kinds, onAdd }: AddBlockProps) {
  const [kind, setKind] = useState<LandingBlock['kind']>('products')
  return (
    <div className="flex flex-wrap items-end gap-2 text-sm">
      <label className="grid gap-1">
        <span className="text-muted">Khối mới</span>
        <select
          className="field"
          value={kind}
          onChange={({ target }) => setKind(target.value as LandingBlock['kind'])}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {block_titles[one]}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="tool" onClick={() => onAdd(kind)}>
        Thêm khối
      </button>
    </div>
  )
}

/** "Sản phẩm: Laptop giá sinh viên" */
function titleOf(block: Edited | undefined, date_words: BlockListProps['date_words']): string {
  if (block === undefined) return ''
  const kind = block_titles[block.values['kind'] as LandingBlock['kind']]
  const words = String(block.values['title'] ?? block.values['headline'] ?? '')
  const read = words.replace(/\{([a-z_]+)\}/g, (whole, word: string) => date_words[word] ?? whole)
  return read === '' ? kind : `${kind}: ${read}`
}
