/** The answer of a page's data path. */
export type DataAnswer =
  | { kind: 'page'; data: unknown }
  | { kind: 'problem'; status: number; problem: string; refused?: readonly string[] }
  | { kind: 'answer'; answer: unknown }
  | { kind: 'redirect'; location: string }
  | { kind: 'error'; status: number }
