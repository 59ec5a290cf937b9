/** Offences against sizes.test.ts that remain to be fixed. Nothing may be added. */
export const remaining_offences = {
  'a function of more than 120 lines': [],
  'a folder of more than 40 entries': [],
  'a decision of more than 40 lines': [],
} as const satisfies Record<string, readonly string[]>
