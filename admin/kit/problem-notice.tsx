/** Why the last form was not accepted; said aloud when it appears. */
export function ProblemNotice({ problem }: { problem: string }) {
  return (
    <p role="alert" className="sheet border-sale/30 bg-sale-soft font-bold text-sale">
      {problem}
    </p>
  )
}
