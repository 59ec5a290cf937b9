/** What is larger than the laws of sizes.test.ts allow, and is to be mended. Nothing is added here. */
export const still_over = {
  'a function of more than 120 lines': [],
  'a folder of more than 40 entries': [],
  'a decision of more than 40 lines': [],
} as const satisfies Record<string, readonly string[]>
