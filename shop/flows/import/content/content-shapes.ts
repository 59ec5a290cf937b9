const page_meta = {
  meta_title: 'text',
  meta_description: 'text',
  meta_keyword: 'text',
  meta_thumbnail: 'text?',
} as const

const indexed_meta = {
  ...page_meta,
  meta_index: 'flag',
  meta_follow: 'flag',
  canonical_tag: 'text',
} as const

const indexed = { meta_index: true, meta_follow: true }

/** Articles with what they refer to, and popups, as record-shapes.ts describes every kind. */
export const content_shapes = {
  author: {
    table: 'author',
    key: 'author_id',
    fields: { author_id: 'name', name: 'name', bio: 'text', image: 'text?', ...page_meta },
    required: ['name'],
    defaults: {},
  },
  post_category: {
    table: 'post_category',
    key: 'name',
    fields: {
      name: 'name',
      position: 'whole',
      image: 'text?',
      path: 'path',
      old_paths: 'paths',
      ...indexed_meta,
    },
    required: [],
    defaults: indexed,
  },
  post_tag: {
    table: 'post_tag',
    key: 'name',
    fields: { name: 'name', path: 'path', old_paths: 'paths', ...indexed_meta },
    required: [],
    defaults: indexed,
  },
  post: {
    table: 'post',
    key: 'code',
    fields: {
      code: 'name',
      title: 'name',
      category: 'name',
      author: 'name',
      tags: 'names',
      excerpt: 'text',
      body: 'rich_text',
      image: 'text?',
      image_width: 'number?',
      image_height: 'number?',
      reading_minutes: 'whole',
      is_active: 'flag',
      published_at: 'time',
      updated_at: 'time',
      path: 'path',
      old_paths: 'paths',
      ...indexed_meta,
    },
    required: ['title', 'category', 'author', 'body', 'published_at'],
    defaults: { is_active: true, ...indexed, reading_minutes: 3 },
  },
  popup: {
    table: 'popup',
    key: 'code',
    fields: {
      code: 'name',
      title: 'name',
      sentence: 'text',
      button: 'text',
      image: 'text',
      image_width: 'whole',
      image_height: 'whole',
      ink: 'name',
      link: 'text',
      priority: 'whole',
      is_active: 'flag',
      starts_at: 'time',
      ends_at: 'time',
      exclude_page: 'text',
    },
    required: [
      'title',
      'button',
      'image',
      'image_width',
      'image_height',
      'link',
      'starts_at',
      'ends_at',
    ],
    defaults: { is_active: true, ink: '#14244a' },
  },
} as const
