/** Names travel in mails to addresses that somebody else may have entered, so they are names and no messages. */
const name_letters = /^[\p{L}\p{M} '’.-]*$/u
const longest_name = 60
const address_letters = /^[\p{L}\p{M}\p{N} ,./'’()&+#;"“”°º–_-]*$/u

/** Returns the problem of a person's name, or null. */
export function nameProblem(name: string): string | null {
  if (!/\p{L}/u.test(name)) return 'Họ tên cần có chữ cái.'
  if (!name_letters.test(name)) {
    return "Họ tên chỉ gồm chữ cái, khoảng trắng và các dấu . ' -"
  }
  return name.length > longest_name ? `Họ tên dài nhất ${longest_name} ký tự.` : null
}

/** Returns the problem of an address or of a company's name, or null. */
export function addressProblem(text: string): string | null {
  if (text.includes('//')) return 'Vui lòng không nhập liên kết.'
  return address_letters.test(text) ? null : `Chỉ dùng chữ, số và các dấu , . / - ' ( ) & + # ; " °`
}
