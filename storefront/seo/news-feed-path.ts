/** The address of the feed of a category of articles (/tin-tuc); null: of all. */
export function newsFeedPath(category_path: string | null): string {
  return category_path === null ? '/rss.xml' : `/rss${category_path}.xml`
}
