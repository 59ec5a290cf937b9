import { TextField } from '#web/ui/field.tsx'

interface WriterFieldsProps {
  is_member: boolean
  member_name: string | null
}

/** Who writes: a guest gives name and phone, a member may choose the name that is shown. */
export function WriterFields({ is_member, member_name }: WriterFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        name="name"
        label="Tên hiển thị"
        autoComplete="name"
        maxLength={60}
        required
        defaultValue={member_name ?? undefined}
      />
      {!is_member && (
        <TextField
          name="phone"
          label="Số điện thoại"
          hint="Không hiển thị. Ví dụ 0912 345 678"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={30}
          required
        />
      )}
    </div>
  )
}
