export type Salutation = 'anh' | 'chi'

interface Called {
  name: string
  salutation?: Salutation | null | undefined
}

export const salutations: Readonly<Record<Salutation, string>> = { anh: 'Anh', chi: 'Chị' }

/** A buyer as staff name them: "Anh Nguyễn Văn An", or the name alone. */
export function calledName({ name, salutation }: Called): string {
  return salutation ? `${salutations[salutation]} ${name}` : name
}

/** How a message calls its buyer: "anh An". Vietnamese given names come last. Null: no salutation was chosen. */
export function calledByGivenName({ name, salutation }: Called): string | null {
  const given = name.trim().split(/\s+/).at(-1) ?? ''
  return salutation && given !== '' ? `${salutations[salutation].toLowerCase()} ${given}` : null
}
