/** Names of other hosts whose pictures the service shows, by the start of their addresses (IMAGE_HOSTS). */
export type PictureHosts = Readonly<Record<string, string>>

let hosts: [name: string, start: string][] = []

/** Told once, at start: the server by its configuration, the browser by the server. */
export function setPictureHosts(origins: PictureHosts): void {
  hosts = Object.entries(origins).map(([name, origin]) => [name, `${origin}/`])
}

/** The picture's path behind `/image/{width}x…`; undefined for what the service does not show. */
export function hosted(src: string): string | undefined {
  if (src.startsWith('/media/')) return src
  const [name, start = ''] = hosts.find(([, begin]) => src.startsWith(begin)) ?? []
  return name && `/${name}/${src.slice(start.length)}`
}
