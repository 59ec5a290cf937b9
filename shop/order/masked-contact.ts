import { nationalForm } from '#platform/text/vietnamese-phone.ts'

/** "+84912345178" as staff see it in lists: "09•• ••• 178". After an erasure (decision 162) there is none. */
export function maskedPhone(phone: string): string {
  if (phone === '' || phone.startsWith('erased:')) return 'số đã xóa'
  const national = nationalForm(phone)
  return `${national.slice(0, 2)}•• ••• ${national.slice(-3)}`
}

/** "an.nguyen@gmail.com" as "a•••@gmail.com". */
export function maskedEmail(email: string): string {
  return email.replace(/^(.).*@/, '$1•••@')
}

/** "Nguyễn Văn An" as "N••• V••• A•••". */
export function maskedName(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ''}•••`)
    .join(' ')
}
