/** Shows why the last form was not accepted. Screen readers read it when it appears. */
export function ProblemNotice({ problem }: { problem: string }) {
  return (
    <p
      role="alert"
      className="sheet border-sale/30 bg-sale-soft font-bold text-sale first-letter:uppercase"
    >
      {problem}
    </p>
  )
}
