import type { ReactNode } from 'react'

/** Drawings of answers by question and answer: a device with what the answer says. Others have none. */
const drawings: Readonly<Record<string, ReactNode>> = {
  'power.yes': <path d="M18 14v8m-5-6a8 8 0 1 0 10 0" />,
  'power.no': <path d="m12 14 12 14m0-14L12 28" />,
  'screen.perfect': <path d="m12 22 4 5 8-11" />,
  'screen.scratched': <path d="m12 27 6-9m1 10 6-9" />,
  'screen.tinted': <path d="M11 13h14M11 18h14M11 23h14M11 28h14" strokeDasharray="2 3" />,
  'screen.broken': <path d="m18 7-3 9 6 5-4 6 2 8m-4-19-6-3m12 8 7-3" />,
  'body.new': <path d="m12 22 4 5 8-11" />,
  'body.scratched': <path d="m12 27 6-9m1 10 6-9" />,
  'body.dented': <path d="m27 12-5 4 5 5m-18 6 4 3-4 3" />,
  'battery.from_90': <path d="M12 12h12v20H12zm3-3h6M14 15h8m-8 4h8m-8 4h8m-8 4h8" />,
  'battery.from_80': <path d="M12 12h12v20H12zm3-3h6m-7 10h8m-8 4h8m-8 4h8" />,
  'battery.below_80': <path d="M12 12h12v20H12zm3-3h6m-7 14h8m-8 4h8" />,
  'battery.service': <path d="M12 12h12v20H12zm3-3h6m-3 7v7m0 4v.1" />,
}

/** A small drawing of an answer. */
export function AnswerDrawing({ question, answer }: { question: string; answer: string }) {
  const drawing = drawings[`${question}.${answer}`]
  if (drawing === undefined) return null
  return (
    <svg
      aria-hidden
      width="36"
      height="42"
      viewBox="0 0 36 42"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0 text-muted"
    >
      {!question.startsWith('battery') && <rect x="8" y="4" width="20" height="34" rx="4" />}
      {drawing}
    </svg>
  )
}
