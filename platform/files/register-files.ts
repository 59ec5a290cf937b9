import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type ImagesOptions, serveImages } from '#platform/images/images.ts'
import { plain_style, plain_style_path } from '#pure/plain-page.ts'

interface FilesOptions extends Pick<ImagesOptions, 'stored' | 'data_dir' | 'log' | 'now'> {
  images: Omit<ImagesOptions, 'folders' | 'stored' | 'data_dir' | 'log' | 'now'>
  folders: {
    /** Media of the program, used after those of the data folder. */
    media: string
    /** The built files of the browser. Null if another server serves them (Vite, in development). */
    assets: readonly string[] | null
  }
}

/** Files and images: /media/, /image/, /assets/ and the style of plain pages. */
export async function registerFiles(
  fastify: FastifyInstance,
  { images, folders, data_dir, ...rest }: FilesOptions,
): Promise<void> {
  const own_media = join(data_dir, 'media')
  mkdirSync(own_media, { recursive: true })
  const media_folders = [own_media, resolve(folders.media)]
  serveImages(fastify, { ...images, ...rest, data_dir, folders: media_folders })
  await fastify.register(fastifyStatic, {
    root: media_folders,
    prefix: '/media/',
    index: false,
    maxAge: '1d',
  })
  const style = `${fontFace(folders.assets ?? [])}${plain_style}`
  fastify.get(plain_style_path, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css').send(style),
  )
  if (folders.assets === null) return
  await fastify.register(fastifyStatic, {
    root: folders.assets.map((folder) => resolve(folder)),
    prefix: '/assets/',
    index: false,
    maxAge: '365d',
    immutable: true,
    // The hash in its name says all that is to know about a file.
    lastModified: false,
    etag: false,
    acceptRanges: false,
    preCompressed: true,
    decorateReply: false,
  })
}

/** The shop's font among the built files, for plain pages. Without it they are shown in a font of the system. */
function fontFace(folders: readonly string[]): string {
  const names = folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []))
  const file = names.find((name) => /^be-vietnam-pro-[\w-]+\.woff2$/.test(name))
  if (file === undefined) return ''
  return `@font-face{font-family:'Be Vietnam Pro';font-weight:500 800;font-display:swap;src:url(/assets/${file})}`
}
