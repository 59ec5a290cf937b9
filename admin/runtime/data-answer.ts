/** The answer of a page's data path. */
export type DataAnswer =
  | { kind: 'page'; data: unknown }
  | {
      kind: 'problem'
      status: number
      problem: string
      refused?: readonly string[]
      /** What was typed into a form that is made anew, because somebody else has changed what it shows. */
      typed?: Readonly<Record<string, string>>
    }
  | { kind: 'answer'; answer: unknown }
  | { kind: 'redirect'; location: string }
  | { kind: 'error'; status: number }
