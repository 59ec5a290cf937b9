import { article_picture_host, article_pictures_path } from '#pure/formats/article-picture.ts'

/** Other hosts whose pictures the service serves: the start of their URLs by name (IMAGE_HOSTS). */
export type PictureHosts = Readonly<Record<string, string>>

let hosts: [name: string, start: string][] = []

/** Called once at start: on the server from the configuration, in the browser from the server's data. */
export function setPictureHosts(origins: PictureHosts): void {
  hosts = Object.entries(origins).map(([name, origin]) => [name, `${origin}/`])
}

/** The picture's path after `/image/{width}x…`; undefined if the service does not serve it. */
export function hostedPath(src: string): string | undefined {
  if (src.startsWith('/media/')) return src
  if (src.startsWith(`${article_pictures_path}/`)) {
    return `/${article_picture_host}${src.slice(article_pictures_path.length)}`
  }
  const [name, start = ''] = hosts.find(([, origin_start]) => src.startsWith(origin_start)) ?? []
  return name && `/${name}/${src.slice(start.length)}`
}
