import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { news_part, part_key } from '#storefront/commerce/posts/news-search-path.ts'
import { Icon } from '#web/ui/icons.tsx'

/** Searches in articles. It needs no scripts. */
export function NewsSearch({ q = '' }: { q?: string }) {
  return (
    <form
      action={frame_paths.search}
      role="search"
      aria-label="Tìm trong tin tức"
      className="relative w-full md:w-80"
    >
      <input type="hidden" name={part_key} value={news_part} />
      <input
        type="search"
        name="q"
        key={q}
        defaultValue={q}
        required
        maxLength={200}
        aria-label="Từ khóa tìm trong tin tức"
        placeholder="Tìm trong tin tức"
        className="h-11 w-full rounded-full border border-muted/60 bg-white pr-12 pl-4 text-base placeholder:text-muted"
      />
      <button
        type="submit"
        aria-label="Tìm bài viết"
        className="absolute top-0 right-0 grid size-11 place-items-center rounded-full text-accent"
      >
        <Icon name="search" className="size-5" />
      </button>
    </form>
  )
}
