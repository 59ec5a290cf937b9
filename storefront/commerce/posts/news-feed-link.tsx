import { newsFeedPath } from '#storefront/seo/news-feed-path.ts'

/** Names the feed of a list's category, or of all articles, for feed readers. React moves it into the head. */
export function NewsFeedLink({ name, path }: { name: string; path: string | null }) {
  return (
    <link
      rel="alternate"
      type="application/rss+xml"
      title={`RSS ${name}`}
      href={newsFeedPath(path)}
    />
  )
}
