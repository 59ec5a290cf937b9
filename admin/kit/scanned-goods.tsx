/** A field for pieces that somebody takes along: each is scanned into a line of its own. */
export function ScannedGoods({ label }: { label: string }) {
  return (
    <label className="grid gap-1 font-semibold">
      {label}
      <textarea
        name="scanned"
        rows={2}
        required
        autoCapitalize="characters"
        spellCheck={false}
        className="field w-full py-2 font-mono text-base font-normal"
      />
    </label>
  )
}
