/** A Vietnamese phone with its digits in groups: 0901 234 567. Other numbers stay as they are. */
export function spacedPhone(phone: string): string {
  return phone.replace(/^(?:\+84|0)(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3')
}
