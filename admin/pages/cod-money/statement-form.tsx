import { type ChangeEvent, useState, useSyncExternalStore } from 'react'
import { addresses } from '#admin/addresses/addresses.ts'
import { StaffForm, SubmitButton, TextField } from '#admin/kit/staff-form.tsx'

/** Takes a statement as text. With scripts, a file fills the field. */
export function StatementForm({
  carriers,
}: {
  carriers: readonly { code: string; title: string }[]
}) {
  const [text, setText] = useState('')
  const has_scripts = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file !== undefined) setText(await file.text())
  }
  return (
    <StaffForm
      action={addresses.cod_money.path}
      hidden={{ intent: 'read' }}
      className="sheet grid gap-3 text-sm"
    >
      <div className="grid gap-3 md:grid-cols-3">
        <label className="block font-semibold">
          Hãng giao
          <select name="carrier" className="field mt-1 block min-h-11 w-full text-base">
            {carriers.map(({ code, title }) => (
              <option key={code} value={code}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <TextField label="Số bảng kê (nếu có)" name="name" maxLength={80} autoComplete="off" />
        <label className={`block font-semibold ${has_scripts ? '' : 'invisible'}`}>
          Tệp CSV
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={read}
            className="mt-1 block min-h-11 w-full py-2 font-normal"
          />
        </label>
      </div>
      <label className="block font-semibold">
        Mỗi dòng: mã vận đơn và số tiền
        <textarea
          name="text"
          rows={5}
          required
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
          placeholder="GHN123, 1250000"
          className="field mt-1 w-full py-2 font-mono"
        />
      </label>
      <div>
        <SubmitButton look="primary">Đối soát</SubmitButton>
      </div>
    </StaffForm>
  )
}
