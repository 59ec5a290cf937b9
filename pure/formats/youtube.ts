/** Where films play within a page, without cookies before they are played. */
export const player_origin = 'https://www.youtube-nocookie.com'

/** The id of a film at YouTube by its address; null: it is none. */
export function youtubeId(address: string): string | null {
  const pattern =
    /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/)|youtu\.be\/)([\w-]{11})(?![\w-])/
  return pattern.exec(address)?.[1] ?? null
}
