import { useId } from 'react'
import type { BlockField } from '#admin/pages/content/campaigns/one/block-fields.ts'

export type Values = Readonly<Record<string, unknown>>

interface FieldProps {
  field: BlockField
  value: unknown
  onChange: (value: unknown) => void
}

/** One field of a block. */
function BlockFieldEditor({ field, value, onChange }: FieldProps) {
  const { look, label } = field
  if (look === 'group') return <Group field={field} value={value} onChange={onChange} />
  if (look === 'list') return <Things field={field} value={value} onChange={onChange} />
  if (look === 'picture') return <PictureField label={label} value={value} onChange={onChange} />
  return (
    <label className="grid gap-1">
      <span className="text-muted">{label}</span>
      <Input field={field} value={value} onChange={onChange} />
    </label>
  )
}

function Input({ field: { look, choices = [] }, value, onChange }: FieldProps) {
  const text = value === null || value === undefined ? '' : String(value)
  if (look === 'area') {
    return (
      <textarea
        rows={2}
        className="field"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  if (look === 'lines') {
    const shown = Array.isArray(value) ? value.join('\n') : ''
    return (
      <textarea
        rows={3}
        className="field"
        spellCheck={false}
        defaultValue={shown}
        onChange={(event) => onChange(linesOf(event.target.value))}
      />
    )
  }
  if (look === 'choice') {
    return (
      <select className="field" value={text} onChange={(event) => onChange(event.target.value)}>
        {choices.map(([option, title]) => (
          <option key={option} value={option}>
            {title}
          </option>
        ))}
      </select>
    )
  }
  if (look === 'number') {
    return (
      <input
        className="field tabular-nums"
        inputMode="numeric"
        value={text}
        onChange={(event) => onChange(numberOf(event.target.value))}
      />
    )
  }
  return (
    <input
      className="field"
      type={look === 'color' ? 'color' : 'text'}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function linesOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function numberOf(text: string): number | null {
  const digits = text.replace(/\D/g, '').slice(0, 12)
  return digits === '' ? null : Number(digits)
}

function Group({ field, value, onChange }: FieldProps) {
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-3 md:grid-cols-2">
      <legend className="px-1 font-semibold">{field.label}</legend>
      <Fields
        fields={field.fields ?? []}
        values={(value ?? {}) as Values}
        onChange={(values) => onChange(values)}
      />
    </fieldset>
  )
}

interface FieldsProps {
  fields: readonly BlockField[]
  values: Values
  onChange: (values: Values) => void
}

export function Fields({ fields, values, onChange }: FieldsProps) {
  return fields.map((field) => (
    <BlockFieldEditor
      key={field.name}
      field={field}
      value={values[field.name]}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  ))
}

/** Things of a list, each with its fields, with buttons that move and remove it. */
function Things({ field, value, onChange }: FieldProps) {
  const things = (Array.isArray(value) ? value : []) as Values[]
  const { label, fields = [], blank = {} } = field
  const put = (index: number, thing: Values) =>
    onChange(things.map((one, n) => (n === index ? thing : one)))
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-3 md:col-span-2">
      <legend className="px-1 font-semibold">{label}</legend>
      {things.map((thing, index) => (
        <div key={index} className="grid gap-2 border-b border-line pb-3 md:grid-cols-2">
          <Fields fields={fields} values={thing} onChange={(values) => put(index, values)} />
          <p className="flex flex-wrap gap-2 md:col-span-2">
            <button
              type="button"
              className="tool"
              disabled={index === 0}
              onClick={() => onChange(moved(things, index, index - 1))}
            >
              Lên<span className="sr-only">: {`${label} ${index + 1}`}</span>
            </button>
            <button
              type="button"
              className="tool"
              disabled={index === things.length - 1}
              onClick={() => onChange(moved(things, index, index + 1))}
            >
              Xuống<span className="sr-only">: {`${label} ${index + 1}`}</span>
            </button>
            <button
              type="button"
              className="tool"
              onClick={() => onChange(things.filter((_, n) => n !== index))}
            >
              Bỏ<span className="sr-only">: {`${label} ${index + 1}`}</span>
            </button>
          </p>
        </div>
      ))}
      <button
        type="button"
        className="tool justify-self-start"
        onClick={() => onChange([...things, blank])}
      >
        Thêm {label.toLowerCase()}
      </button>
    </fieldset>
  )
}

/** The list with one of its things at another place. */
export function moved<Thing>(things: readonly Thing[], from: number, to: number): Thing[] {
  const others = things.filter((_, index) => index !== from)
  return [...others.slice(0, to), ...things.slice(from, from + 1), ...others.slice(to)]
}

interface PictureFieldProps {
  label: string
  value: unknown
  onChange: (value: unknown) => void
}

/** A picture by its address and size; empty: none. */
function PictureField({ label, value, onChange }: PictureFieldProps) {
  const id = useId()
  const { src = '', width = '', height = '' } = (value ?? {}) as Values
  const put = (part: Values) => {
    const { blur: _blur, ...next } = { src, width, height, ...part } as Values
    onChange(next['src'] === '' ? null : next)
  }
  const size = (name: 'width' | 'height', title: string, shown: unknown) => (
    <input
      className="field w-24 tabular-nums"
      inputMode="numeric"
      aria-label={`${label}: ${title}`}
      value={String(shown)}
      onChange={(event) => put({ [name]: numberOf(event.target.value) ?? 0 })}
    />
  )
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <span className="flex flex-wrap items-center gap-2">
        <input
          id={id}
          className="field min-w-48 grow"
          spellCheck={false}
          placeholder="/media/…"
          value={String(src)}
          onChange={(event) => put({ src: event.target.value.trim() })}
        />
        {size('width', 'rộng', width)} × {size('height', 'cao', height)}
      </span>
      {String(src).startsWith('/media/') && (
        <img src={String(src)} alt="" className="max-h-24 w-fit rounded-lg" />
      )}
    </div>
  )
}
