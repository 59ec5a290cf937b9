import { LineField, type LineFieldProps } from '#admin/kit/line-field.tsx'

/** Why somebody does this, in a line. */
export function ReasonField({
  label = 'Lý do',
  maxLength = 200,
  ...more
}: Partial<Omit<LineFieldProps, 'name'>>) {
  return <LineField {...more} label={label} name="reason" maxLength={maxLength} />
}
