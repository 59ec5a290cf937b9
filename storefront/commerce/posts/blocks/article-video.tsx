import { type ArticleLink, wordsOf } from '#pure/formats/article-parts.ts'
import { Icon } from '#web/ui/icons.tsx'

/** A film on YouTube. Nothing is loaded from there: whoever wants to see it opens it there, and is told so before. */
export function ArticleVideo({ link }: { link: ArticleLink }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-2xl bg-ink px-4 py-8 text-center text-white">
      <p className="text-lg font-bold text-pretty">{wordsOf(link.words)}</p>
      <a
        href={link.href}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center gap-2 rounded-button bg-white px-5 font-bold !text-ink !no-underline"
      >
        <Icon name="play" className="size-5" />
        Xem video trên YouTube
      </a>
      <p className="text-[13px] text-white/80">
        Video mở ở YouTube, nơi có chính sách dữ liệu riêng.
      </p>
    </div>
  )
}
