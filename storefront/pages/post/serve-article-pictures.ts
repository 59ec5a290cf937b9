import type { FastifyInstance } from 'fastify'
import type { Services } from '#contracts/all.ts'
import { Refusal } from '#pure/contract.ts'
import {
  article_picture_host,
  article_pictures_path,
  articlePictureFile,
} from '#pure/formats/article-picture.ts'

/** Serves the uploaded pictures of articles. A name is a content's hash, so what it names never changes. */
export function serveArticlePictures(
  fastify: FastifyInstance,
  servicesFor: (ip: string) => Services,
): void {
  fastify.get(`${article_pictures_path}/:file`, async (request, reply) => {
    const { file = '' } = request.params as Record<string, string>
    const wanted = articlePictureFile(file)
    if (wanted === null) return reply.callNotFound()
    const { hash, size } = wanted
    try {
      const { image } = await servicesFor(request.ip).articlePreview.picture(null, { hash, size })
      void reply.header('cache-control', 'public, max-age=31536000, immutable')
      return await reply.type('image/webp').send(Buffer.from(image, 'base64'))
    } catch (error) {
      if (error instanceof Refusal) return reply.callNotFound()
      throw error
    }
  })
}

/** Finds the same pictures for the picture service, which shows them in other widths. */
export function storedArticlePictures({ articlePreview }: Pick<Services, 'articlePreview'>) {
  const find = async (name: string): Promise<Buffer | null> => {
    const file = articlePictureFile(name)
    if (file === null || file.size === 'small') return null
    try {
      const { image } = await articlePreview.picture(null, { hash: file.hash, size: file.size })
      return Buffer.from(image, 'base64')
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  }
  return { [article_picture_host]: find }
}
