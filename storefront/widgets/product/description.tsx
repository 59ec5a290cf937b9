/** What is said about the product, paragraph by paragraph. */
export function Description({ text }: { text: string }) {
  const paragraphs = text.split(/\n+/).filter((paragraph) => paragraph.trim() !== '')
  if (paragraphs.length === 0) return null
  return (
    <section aria-labelledby="dac-diem" className="sheet p-4 md:p-5">
      <h2 id="dac-diem" className="text-lg">
        Đặc điểm nổi bật
      </h2>
      <div className="mt-3 grid gap-3 leading-relaxed text-pretty">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  )
}
