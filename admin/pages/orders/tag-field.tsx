/** A tag, chosen from those in use or typed anew. */
export function TagField({ known }: { known: readonly string[] }) {
  return (
    <label className="grid min-w-40 grow gap-1 font-semibold">
      Thẻ
      <input
        name="tag"
        list="known-tags"
        required
        maxLength={30}
        autoComplete="off"
        className="field w-full font-normal"
      />
      <datalist id="known-tags">
        {known.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </label>
  )
}
